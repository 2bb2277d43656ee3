/** PAGO: no public wire; taken for a white label that counts in minutes. */
import { whiteLabelV1 } from '../dialects/white-label-v1.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const pago = defineProvider(
  whiteLabelV1({
    code: 'PAGO',
    name: 'Pago',
    evidence: 'specification',
    host: 'https://api.pago.invalid',
    pix: { expiresInMinutes: 1440 },
  }),
)
