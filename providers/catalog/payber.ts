/** PAYBER: no public wire; taken for a white label. */
import { whiteLabelV1 } from '../dialects/white-label-v1.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const payber = defineProvider(
  whiteLabelV1({
    code: 'PAYBER',
    name: 'Payber',
    evidence: 'specification',
    host: 'https://api.payber.invalid',
  }),
)
