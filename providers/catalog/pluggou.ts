/** PLUGGOU: Pix in and out under two key headers. */
import { pluggouPix } from '../dialects/pluggou.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const pluggou = defineProvider(
  pluggouPix({
    code: 'PLUGGOU',
    name: 'Pluggou',
    evidence: 'clients',
    host: 'https://api.pluggoutech.com/api',
  }),
)
