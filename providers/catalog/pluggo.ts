/** PLUGGO: taken to be PLUGGOU's newer host (https://docs.pluggoucash.com), which its documentation gives the same wire. */
import { pluggouPix } from '../dialects/pluggou.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const pluggo = defineProvider(
  pluggouPix({
    code: 'PLUGGO',
    name: 'Pluggo',
    evidence: 'specification',
    host: 'https://api.pluggoucash.com/v1',
  }),
)
