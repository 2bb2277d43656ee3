/** HUNTERPAY: a purchase/v2 gateway. A disputed payment stays paid. An unknown word gives no status. */
import { purchaseV2 } from '../dialects/purchase-v2.ts'
import { basic } from '../kit/auth.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { bothCases } from '../kit/statuses.ts'

export const hunterpay = defineProvider(
  purchaseV2({
    code: 'HUNTERPAY',
    name: 'HunterPay',
    evidence: 'specification',
    host: 'https://api.hunterpay.invalid',
    auth: basic('{secretKey}:'),
    statuses: {
      known: { ...bothCases({ infraction: 'APPROVED', in_protest: 'APPROVED' }) },
      unknown: null,
      asks: ['infraction', 'INFRACTION', 'in_protest', 'IN_PROTEST'],
    },
    refunds: true,
  }),
)
