/** WALLETZ: no public wire; taken for a white label that counts in seconds. */
import { whiteLabelV1 } from '../dialects/white-label-v1.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const walletz = defineProvider(
  whiteLabelV1({
    code: 'WALLETZ',
    name: 'Walletz',
    evidence: 'specification',
    host: 'https://api.walletz.invalid',
    pix: { expiresInSeconds: 8000 },
  }),
)
