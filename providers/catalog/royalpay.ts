/** ROYALPAY: no public wire; taken for a white label. */
import { whiteLabelV1 } from '../dialects/white-label-v1.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const royalpay = defineProvider(
  whiteLabelV1({
    code: 'ROYALPAY',
    name: 'RoyalPay',
    evidence: 'specification',
    host: 'https://api.royalpay.invalid',
  }),
)
