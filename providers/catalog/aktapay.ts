/** AKTAPAY: no public wire; taken for a white label, with boletos of three days. */
import { whiteLabelV1 } from '../dialects/white-label-v1.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const aktapay = defineProvider(
  whiteLabelV1({
    code: 'AKTAPAY',
    name: 'AktaPay',
    evidence: 'specification',
    host: 'https://api.aktapay.invalid',
    boleto: { expiresInDays: 3 },
  }),
)
