/** LORDSPAY: no public wire; taken for a white label whose webhooks say by their event how the payment stands. */
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
      failed: 'REJECTED',
      'transaction.paid': 'APPROVED',
      'transaction.failed': 'REJECTED',
      'transaction.expired': 'REJECTED',
      'transaction.refunded': 'REFUNDED',
    },
    unknown: 'PENDING',
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
