/** PAYROYAL: no public wire; taken for a white label. */
import { whiteLabelV1 } from '../dialects/white-label-v1.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const payroyal = defineProvider(
  whiteLabelV1({
    code: 'PAYROYAL',
    name: 'PayRoyal',
    evidence: 'specification',
    host: 'https://api.payroyal.invalid',
  }),
)
