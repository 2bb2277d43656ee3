/** AXISBANK (Axis Banking): a purchase/v2 gateway whose Basic user is the word secret. */
import { purchaseV2 } from '../dialects/purchase-v2.ts'
import { basic } from '../kit/auth.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { bothCases } from '../kit/statuses.ts'

export const axisbank = defineProvider(
  purchaseV2({
    code: 'AXISBANK',
    name: 'Axis Banking',
    evidence: 'clients',
    host: 'https://api.axisbanking.com.br',
    auth: basic('secret:{secretKey}'),
    // What the banks have blocked for a complaint is a dispute; of an infraction the money is still there.
    statuses: {
      known: { BLOCKED: 'CHARGEBACK', REFUND: 'REFUNDED', ...bothCases({ infraction: 'APPROVED' }) },
      unknown: 'REJECTED',
      asks: ['infraction', 'INFRACTION'],
    },
    cashOut: true,
  }),
)
