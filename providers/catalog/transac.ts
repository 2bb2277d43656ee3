/** TRANSAC: charges and reads, nothing else; credentials and answers are assumed. */
import { whiteLabelV1 } from '../dialects/white-label-v1.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const transac = defineProvider(
  whiteLabelV1({
    code: 'TRANSAC',
    name: 'Transac',
    evidence: 'specification',
    host: 'https://api.transac.invalid',
  }),
)
