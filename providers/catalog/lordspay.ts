/**
 * LORDSPAY: no public wire; taken for a white label whose webhooks say by their event how the payment stands.
 *
 * - The specification gives it four words, and has every other one wait: also when a transaction is read.
 */
import { Type } from 'typebox'
import { whiteLabelV1 } from '../dialects/white-label-v1.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { Anything } from '../kit/schemas.ts'

export const lordspay = defineProvider({
  ...whiteLabelV1({
    code: 'LORDSPAY',
    name: 'LordsPay',
    evidence: 'specification',
    host: 'https://api.lordspay.invalid',
    statuses: {
      known: {
        pending: 'PENDING',
        waiting_payment: 'PENDING',
        paid: 'APPROVED',
        failed: 'REJECTED',
        expired: 'REJECTED',
        refunded: 'REFUNDED',
        'transaction.paid': 'APPROVED',
        'transaction.failed': 'REJECTED',
        'transaction.expired': 'REJECTED',
        'transaction.refunded': 'REFUNDED',
      },
      unknown: 'PENDING',
      complete: true,
    },
  }),
  webhook: {
    verification: 'none',
    body: Type.Object({
      event: Type.String({ pattern: '^transaction\\.' }),
      data: Type.Object({ id: Anything, externalRef: Anything }),
    }),
    translate: ({ event, data }) => ({ transactionId: data.id, reference: data.externalRef, rawStatus: event }),
  },
})
