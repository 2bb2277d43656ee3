/** MAKEYOURBANK: no public wire; taken for a white label, with boletos of a week. */
import { whiteLabelV1 } from '../dialects/white-label-v1.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const makeyourbank = defineProvider(
  whiteLabelV1({
    code: 'MAKEYOURBANK',
    name: 'Make Your Bank',
    evidence: 'specification',
    host: 'https://api.makeyourbank.invalid',
    boleto: { expiresInDays: 7 },
    statuses: { known: {}, unknown: 'PENDING' },
  }),
)
