/** PAYUP: no public wire; taken for a white label. */
import { whiteLabelV1 } from '../dialects/white-label-v1.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const payup = defineProvider(
  whiteLabelV1({
    code: 'PAYUP',
    name: 'PayUp',
    evidence: 'specification',
    host: 'https://api.payup.invalid',
  }),
)
