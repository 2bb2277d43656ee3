/** ORBITA: its public key is an API key, the password behind the secret one. */
import { whiteLabelV1 } from '../dialects/white-label-v1.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const orbita = defineProvider(
  whiteLabelV1({
    code: 'ORBITA',
    name: 'Orbita',
    evidence: 'clients',
    host: 'https://api.dashboard.orbitapay.com.br/v1',
    basic: 'secret:public',
    boleto: { expiresInDays: 3 },
    cards: 'details',
    refund: 'POST',
    transfers: true,
  }),
)
