/** TREEAL: the central bank's Pix API, with webhooks of the bank and of ONZ under a header of our own. */
import { bacenPix } from '../dialects/bacen-pix.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { DAY } from '../kit/expiry.ts'

export const treeal = defineProvider(
  bacenPix({
    code: 'TREEAL',
    name: 'Treeal',
    evidence: 'clients',
    host: 'https://api.pix.ecomovi.com.br',
    pixExpirySeconds: DAY,
    webhookHeader: 'x-webhook-secret',
  }),
)
