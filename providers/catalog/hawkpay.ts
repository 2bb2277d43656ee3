/** HAWKPAY: no public wire; taken for a white label. */
import { whiteLabelV1 } from '../dialects/white-label-v1.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const hawkpay = defineProvider(
  whiteLabelV1({
    code: 'HAWKPAY',
    name: 'HawkPay',
    evidence: 'specification',
    host: 'https://api.hawkpay.invalid',
  }),
)
