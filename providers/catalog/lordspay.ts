/**
 * LORDSPAY: no public wire; taken for a white label whose webhooks say by their event how the payment stands.
 *
 * - The specification gives it four words, and has every other one wait: also when a transaction is read.
 */
import { whiteLabelV1 } from '../dialects/white-label-v1.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { Postback, postbackNews } from '../kit/order.ts'

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
    body: Postback,
    translate: (said) => {
      const news = postbackNews(said)
      return news && { ...news, rawStatus: said.event ?? news.rawStatus }
    },
  },
})
