/** PODPAY2: the white-label wire of api.podpay.co; nothing in common with PODPAY. */
import { whiteLabelV1 } from '../dialects/white-label-v1.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const podpay2 = defineProvider(
  whiteLabelV1({
    code: 'PODPAY2',
    name: 'PodPay 2',
    evidence: 'clients',
    host: 'https://api.podpay.co/v1',
    basic: 'public:secret',
    credentialsMissing: 'Public key and secret key are required',
    boleto: { expiresInDays: 3 },
    cards: 'details',
    refund: 'POST',
    transfers: true,
  }),
)
