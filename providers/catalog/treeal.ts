/** TREEAL: a bank of ONZ's, whose withdrawals count as paid when they are accepted. */
import { bacenPix } from '../dialects/bacen-pix.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const treeal = defineProvider(
  bacenPix({
    code: 'TREEAL',
    name: 'Treeal',
    evidence: 'clients',
    host: 'https://api.pix.ecomovi.com.br',
    cashOut: {
      url: 'https://secureapi.ecomovi-prod.onz.software',
      token: 'standard',
      approvedAtOnce: true,
      ownReceiverOnly: true,
    },
    refund: 'POST /sells/{id}/refund',
  }),
)
