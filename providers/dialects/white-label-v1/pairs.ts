/** The white label's credentials: one pair for Basic, made up differently by each brand. */
import type { CredentialPart } from '../../contract.ts'
import { type CredentialsOf, key, type Part, secret } from '../../kit/credentials.ts'

const SECRET_KEY = secret('secretKey', 'secretKey')
const PUBLIC_KEY = key('publicKey', 'publicKey')
/** Guards withdrawals alone; packed behind the secret key. */
export const WITHDRAW_KEY = {
  ...secret('withdrawKey', 'secretKey', 1),
  required: false,
} as const satisfies CredentialPart

export type Parts = readonly (
  | typeof SECRET_KEY
  | typeof WITHDRAW_KEY
  | Part<'publicKey', boolean>
  | Part<'webhookSecret', false>
)[]

/** What stands as user and password: the brands differ in what they put where. */
export const PAIRS = {
  'secret:x': { parts: [SECRET_KEY], pair: ({ secretKey }) => `${secretKey}:x` },
  'secret:': { parts: [SECRET_KEY], pair: ({ secretKey }) => `${secretKey}:` },
  'public:secret': {
    parts: [PUBLIC_KEY, SECRET_KEY],
    pair: ({ publicKey, secretKey }) => `${publicKey}:${secretKey}`,
  },
  /** The second one is an API key: as secret as the first. */
  'secret:public': {
    parts: [SECRET_KEY, { ...PUBLIC_KEY, secret: true }],
    pair: ({ publicKey, secretKey }) => `${secretKey}:${publicKey}`,
  },
  /** Both kinds of account are seen: with a public key, and without one. */
  'public:secret or secret:': {
    parts: [{ ...PUBLIC_KEY, required: false }, SECRET_KEY],
    pair: ({ publicKey, secretKey }) => (publicKey ? `${publicKey}:${secretKey}` : `${secretKey}:`),
  },
} as const satisfies Record<string, { parts: Parts; pair: (credentials: CredentialsOf<Parts>) => string }>
