/** PIXIUM: the white-label wire; credentials and answers are assumed. */
import { whiteLabelV1 } from '../dialects/white-label-v1.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const pixium = defineProvider(
  whiteLabelV1({
    code: 'PIXIUM',
    name: 'Pixium',
    evidence: 'specification',
    host: 'https://api.pixium.invalid',
    boleto: { expiresInDays: 3 },
    cards: 'details',
    refund: 'POST',
    words: { refund: () => 'Internal server error' },
  }),
)
