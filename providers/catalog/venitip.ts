/** VENITIP: a functions/v1 gateway. A refund or an infraction rejects the charge. An unknown word means pending. */
import { functionsV1 } from '../dialects/functions-v1.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { bothCases } from '../kit/statuses.ts'

export const venitip = defineProvider(
  functionsV1({
    code: 'VENITIP',
    name: 'Venitip',
    evidence: 'clients',
    host: 'https://api.venitip.com.br/functions/v1',
    password: 'companyId',
    statuses: {
      known: bothCases({
        pending: 'PENDING',
        waiting_payment: 'PENDING',
        processing: 'PENDING',
        paid: 'APPROVED',
        received: 'APPROVED',
        confirmed: 'APPROVED',
        refused: 'REJECTED',
        refunded: 'REJECTED',
        infraction: 'REJECTED',
      }),
      unknown: 'PENDING',
      complete: true,
    },
  }),
)
