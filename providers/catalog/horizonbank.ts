/** HORIZONBANK: the white-label wire; credentials and answers are assumed. */
import { whiteLabelV1 } from '../dialects/white-label-v1.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const horizonbank = defineProvider(
  whiteLabelV1({
    code: 'HORIZONBANK',
    name: 'Horizon Bank',
    evidence: 'specification',
    host: 'https://api.horizonbank.invalid',
    boleto: { expiresInDays: 3 },
    cards: 'details',
    refund: 'POST',
    words: { refund: () => 'Internal server error' },
  }),
)
