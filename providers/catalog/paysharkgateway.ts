/** PAYSHARKGATEWAY: a boleto lives 259 200 000 ms, which the wire has as three days. */
import { whiteLabelV1 } from '../dialects/white-label-v1.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const paysharkgateway = defineProvider(
  whiteLabelV1({
    code: 'PAYSHARKGATEWAY',
    name: 'PayShark Gateway',
    evidence: 'clients',
    host: 'https://api.paysharkgateway.com.br/v1',
    basic: 'public:secret or secret:',
    boleto: { expiresInDays: 3 },
    cards: 'details',
    refund: 'POST',
    transfers: true,
    statuses: { known: {}, unknown: 'PENDING' },
  }),
)
