/** FAIRPAY: a DELETE takes a payment back, all of it; credentials and answers are assumed. */
import { whiteLabelV1 } from '../dialects/white-label-v1.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const fairpay = defineProvider(
  whiteLabelV1({
    code: 'FAIRPAY',
    name: 'FairPay',
    evidence: 'specification',
    host: 'https://api.fairpay.invalid',
    refund: 'DELETE',
  }),
)
