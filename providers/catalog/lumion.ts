/** LUMION: no public wire; taken for a white label. */
import { whiteLabelV1 } from '../dialects/white-label-v1.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const lumion = defineProvider(
  whiteLabelV1({
    code: 'LUMION',
    name: 'Lumion',
    evidence: 'specification',
    host: 'https://api.lumion.invalid',
  }),
)
