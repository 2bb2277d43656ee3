/** KUBERFINANCE: no public wire; taken for a white label. */
import { whiteLabelV1 } from '../dialects/white-label-v1.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const kuberfinance = defineProvider(
  whiteLabelV1({
    code: 'KUBERFINANCE',
    name: 'Kuber Finance',
    evidence: 'specification',
    host: 'https://api.kuberfinance.invalid',
  }),
)
