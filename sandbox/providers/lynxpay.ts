/** LYNXPAY: taken for a white label with a vault at a second host, which opens what is sent to it. */
import { createDecipheriv, createHmac } from 'node:crypto'
import type { DemoAccount } from '../accounts.ts'
import { fieldsOf, firstBroken, isText, matches } from '../checks.ts'
import { refuse, whiteLabelProvider } from '../families/white-label-v1.ts'
import { randomWord } from '../identifiers.ts'

const ACCOUNT = {
  provider: 'LYNXPAY',
  transport: 'http',
  path: '/lynxpay',
  furtherPaths: ['/lynxpay/split'],
  publicKey: 'trilho-demo-lynxpay-public',
  secretKey: 'trilho-demo-lynxpay-secret',
  webhookSecret: null,
} as const satisfies DemoAccount

const CARD_RULES = [
  { field: 'cardNumber', valid: matches(/^\d{13,19}$/), message: 'card.cardNumber is invalid' },
  { field: 'holderName', valid: matches(/\S\s+\S/), message: 'card.holderName is invalid' },
  { field: 'expMonth', valid: matches(/^\d{1,2}$/), message: 'card.expMonth is invalid' },
  { field: 'expYear', valid: matches(/^\d{4}$/), message: 'card.expYear is invalid' },
  { field: 'cvv', valid: matches(/^\d{3,4}$/), message: 'card.cvv is invalid' },
]

export const provider = whiteLabelProvider({
  account: ACCOUNT,
  basic: [ACCOUNT.publicKey, ACCOUNT.secretKey],
  methods: ['pix', 'credit_card'],
  tokens: true,
  routes: [
    {
      operation: 'tokenizeCard',
      method: 'POST',
      path: '/split/v1/card-token',
      open: true,
      handle: ({ query, body }) => {
        if (query.publicKey !== ACCOUNT.publicKey) return refuse(401, 'Unauthorized')
        const broken = firstBroken(opened(fieldsOf(body)), CARD_RULES)
        return broken ? refuse(400, broken.message) : { status: 200, body: { token: `card_${randomWord(24)}` } }
      },
    },
  ],
})

/** Nonce, text and tag in one; what cannot be opened is an empty card. */
function opened({ hash, card }: { hash?: unknown; card?: unknown }): unknown {
  if (!matches(/^[A-Za-z0-9]{20}$/)(hash) || !isText(card)) return {}
  const bytes = Buffer.from(card, 'base64')
  const key = createHmac('sha256', ACCOUNT.secretKey).update(String(hash)).digest()
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(-16))
    return JSON.parse(decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8'))
  } catch {
    return {}
  }
}
