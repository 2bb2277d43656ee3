/** NEXTPAY: no public wire; taken for a white label. */
import { whiteLabelV1 } from '../dialects/white-label-v1.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const nextpay = defineProvider(
  whiteLabelV1({
    code: 'NEXTPAY',
    name: 'NextPay',
    evidence: 'specification',
    host: 'https://api.nextpay.invalid',
  }),
)
