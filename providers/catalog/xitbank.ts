/** XITBANK: no public wire; taken for a white label. */
import { whiteLabelV1 } from '../dialects/white-label-v1.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const xitbank = defineProvider(
  whiteLabelV1({
    code: 'XITBANK',
    name: 'XitBank',
    evidence: 'specification',
    host: 'https://api.xitbank.invalid',
  }),
)
