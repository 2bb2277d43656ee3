/** VENIT, before it became VENITIP: one call in the singular, and `refound` for a refund. No host is public. */
import { functionsV1 } from '../dialects/functions-v1.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { bothCases } from '../kit/statuses.ts'

export const venit = defineProvider(
  functionsV1({
    code: 'VENIT',
    name: 'Venit',
    evidence: 'specification',
    host: 'https://api.venit.invalid',
    password: 'companyId',
    transactions: { call: '/transaction', readBy: 'query' },
    statuses: { known: { ...bothCases({ refound: 'REFUNDED' }) }, unknown: 'REJECTED' },
  }),
)
