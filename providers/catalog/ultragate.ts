/** ULTRAGATE: the specification lists it and says that it is empty. It is known, and can do nothing. */
import { inCents } from '../kit/amounts.ts'
import { bearer } from '../kit/auth.ts'
import { secret } from '../kit/credentials.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const ultragate = defineProvider({
  code: 'ULTRAGATE',
  name: 'Ultragate',
  evidence: 'specification',
  host: 'https://api.ultragate.invalid',
  credentials: [secret('secretKey', 'secretKey')],
  auth: bearer('{secretKey}'),
  idempotency: { type: 'none' },
  lookup: null,
  amounts: inCents,
  expirySeconds: {},
  statuses: { known: {}, unknown: 'REJECTED' },
  errors: { messages: [] },
})
