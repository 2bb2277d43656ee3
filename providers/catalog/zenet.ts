/** ZENET: keys that begin with a certificate make it a bank with the central bank's Pix API; nothing of it is public. */
import { bacenPix, CERTIFIED_CLIENT } from '../dialects/bacen-pix.ts'
import { defineProvider } from '../kit/define-provider.ts'

const [certificate, ...further] = CERTIFIED_CLIENT

export const zenet = defineProvider(
  bacenPix({
    code: 'ZENET',
    name: 'Zenet',
    evidence: 'specification',
    host: 'https://api.zenet.invalid',
    clientCertificate: 'credentials',
    credentials: [{ ...certificate, missingMessage: 'Public key is required' }, ...further],
  }),
)
