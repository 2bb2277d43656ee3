/** VOLUTI: a bank of ONZ's under keys that begin with a certificate; a withdrawal is paid when it is settled. No host is public. */
import { bacenPix, CERTIFIED_CLIENT } from '../dialects/bacen-pix.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const voluti = defineProvider(
  bacenPix({
    code: 'VOLUTI',
    name: 'Voluti',
    evidence: 'clients',
    host: 'https://api.voluti.invalid',
    credentials: CERTIFIED_CLIENT,
    unknown: 'PENDING',
    cashOut: { url: 'https://accounts.voluti.invalid', token: 'standard' },
  }),
)
