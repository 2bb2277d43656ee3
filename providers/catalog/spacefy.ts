/** SPACEFY: no public wire; taken for a white label, with boletos of three days. */
import { whiteLabelV1 } from '../dialects/white-label-v1.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const spacefy = defineProvider(
  whiteLabelV1({
    code: 'SPACEFY',
    name: 'Spacefy',
    evidence: 'specification',
    host: 'https://api.spacefy.invalid',
    boleto: { expiresInDays: 3 },
  }),
)
