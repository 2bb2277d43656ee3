/** LORDSCASH: no public wire; taken for a white label. */
import { whiteLabelV1 } from '../dialects/white-label-v1.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const lordscash = defineProvider(
  whiteLabelV1({
    code: 'LORDSCASH',
    name: 'LordsCash',
    evidence: 'specification',
    host: 'https://api.lordscash.invalid',
    statuses: { known: {}, unknown: 'PENDING' },
  }),
)
