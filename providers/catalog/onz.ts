/** ONZ (https://developers.onz.software): the system behind TREEAL, as its own bank. Its cash-in host is not public. */
import { bacenPix } from '../dialects/bacen-pix.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const onz = defineProvider(
  bacenPix({
    code: 'ONZ',
    name: 'ONZ',
    evidence: 'documentation',
    host: 'https://api.onz.invalid',
    cashOut: { url: 'https://secureapi.bancodigital.onz.software', token: 'onz', approvedAtOnce: true },
  }),
)
