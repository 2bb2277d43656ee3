/** PRIMEPAG (https://developers-stg.primepag.com.br): codes live half an hour. */
import { primepagDialect } from '../dialects/primepag.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const primepag = defineProvider(
  primepagDialect({
    code: 'PRIMEPAG',
    name: 'PrimePag',
    host: 'https://api.primepag.com.br',
    pixExpirySeconds: 1800,
    statuses: {
      known: { awaiting_payment: 'PENDING', paid: 'APPROVED', canceled: 'REJECTED', error: 'REJECTED' },
      unknown: 'REJECTED',
    },
  }),
)
