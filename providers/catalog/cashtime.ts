/** CASHTIME: a charge is read as an order's details. */
import { cashtimeDialect } from '../dialects/cashtime.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const cashtime = defineProvider(
  cashtimeDialect({
    code: 'CASHTIME',
    name: 'Cashtime',
    evidence: 'clients',
    host: 'https://api.cashtime.com.br/v1',
    readCall: '/details/orders',
  }),
)
