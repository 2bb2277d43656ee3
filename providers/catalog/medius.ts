/** MEDIUS: a functions/v1 gateway that pays out under an idempotency key, and does not take payments back. */
import { functionsV1 } from '../dialects/functions-v1.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const medius = defineProvider(
  functionsV1({
    code: 'MEDIUS',
    name: 'MediusPag',
    evidence: 'clients',
    host: 'https://api.mediuspag.com/functions/v1',
    password: 'x',
    statuses: { known: {}, unknown: 'REJECTED' },
    withdrawals: true,
  }),
)
