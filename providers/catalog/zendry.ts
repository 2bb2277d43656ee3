/** ZENDRY (https://developers.zendry.com): the PRIMEPAG wire. A canceled code may yet be paid; an error is a chargeback. */
import { primepagDialect } from '../dialects/primepag.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { DAY } from '../kit/expiry.ts'

export const zendry = defineProvider(
  primepagDialect({
    code: 'ZENDRY',
    name: 'Zendry',
    host: 'https://api.zendry.com.br',
    pixExpirySeconds: DAY,
    statuses: {
      known: { awaiting_payment: 'PENDING', canceled: 'PENDING', paid: 'APPROVED', error: 'CHARGEBACK' },
      unknown: 'REJECTED',
    },
  }),
)
