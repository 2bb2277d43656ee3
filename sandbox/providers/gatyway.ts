/** GATYWAY: taken for a white label that keeps cards in a vault. */
import type { DemoAccount } from '../accounts.ts'
import { firstBroken, isText, isWhole, matches } from '../checks.ts'
import { refuse, whiteLabelProvider } from '../families/white-label-v1.ts'
import { randomWord } from '../identifiers.ts'

const SECRET_KEY = 'trilho-demo-gatyway-secret'
const WITHDRAW_KEY = 'trilho-demo-gatyway-withdraw'
const ACCOUNT = {
  provider: 'GATYWAY',
  transport: 'http',
  path: '/gatyway',
  publicKey: null,
  secretKey: `${SECRET_KEY}|${WITHDRAW_KEY}`,
  webhookSecret: null,
} as const satisfies DemoAccount

const CARD_RULES = [
  { field: 'number', valid: matches(/^\d{13,19}$/), message: 'number is invalid' },
  { field: 'holderName', valid: isText, message: 'holderName is required' },
  { field: 'expirationMonth', valid: isWhole, message: 'expirationMonth must be an integer' },
  { field: 'expirationYear', valid: isWhole, message: 'expirationYear must be an integer' },
  { field: 'cvv', valid: matches(/^\d{3,4}$/), message: 'cvv is invalid' },
]

export const provider = whiteLabelProvider({
  account: ACCOUNT,
  basic: [SECRET_KEY, 'x'],
  withdrawKey: WITHDRAW_KEY,
  methods: ['pix', 'credit_card'],
  tokens: true,
  routes: [
    {
      operation: 'tokenizeCard',
      method: 'POST',
      path: '/card-token',
      handle: ({ body }) => {
        const broken = firstBroken(body, CARD_RULES)
        return broken ? refuse(400, broken.message) : { status: 200, body: { token: `card_${randomWord(24)}` } }
      },
    },
  ],
})
