/** VIATECH: no public wire; taken for a white label. */
import { whiteLabelV1 } from '../dialects/white-label-v1.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const viatech = defineProvider(
  whiteLabelV1({
    code: 'VIATECH',
    name: 'ViaTech',
    evidence: 'specification',
    host: 'https://api.viatech.invalid',
  }),
)
