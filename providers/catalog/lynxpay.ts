/**
 * LYNXPAY: the white-label wire with its own card vault.
 *
 * - The vault is at another host and takes nothing but the public key, in the address.
 * - A card goes there encrypted with AES-256-GCM under a random hash of 20 characters. How the key is made of that hash,
 *   and the names of the fields, are assumed.
 */
import { createCipheriv, createHmac } from 'node:crypto'
import { Type } from 'typebox'
import type { CardData } from '../../domain/card.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import { whiteLabelV1 } from '../dialects/white-label-v1.ts'
import { fourDigitYear } from '../kit/cards.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { ALPHANUMERIC, type Derived } from '../kit/derived.ts'
import { Text } from '../kit/schemas.ts'

const CardToken = Type.Object({ token: Text })
const HASH_LENGTH = 20
const NONCE_BYTES = 12

export const lynxpay = defineProvider(
  whiteLabelV1({
    code: 'LYNXPAY',
    name: 'LynxPay',
    evidence: 'specification',
    host: 'https://api.lynxpay.invalid',
    hosts: {
      split: {
        url: 'https://split.lynxpay.invalid',
        auth: { type: 'headers', headers: () => ({}), query: ({ publicKey = '' }) => ({ publicKey }) },
      },
    },
    basic: 'public:secret',
    cards: 'token',
    cardMissing: 'Card token is required for credit card payments.',
    installments: 1,
    refund: 'POST',
    words: {
      createTransaction: (own) => own ?? 'Ocorreu um erro desconhecido.',
      refund: (own) => own ?? 'Ocorreu um erro desconhecido.',
      tokenizeCard: (own) => own ?? 'Erro desconhecido.',
    },

    *tokenizeCard(card, { wire, derived, credentials }) {
      const sealed = seal(checked(card), credentials.secretKey, derived)
      const options = { risk: 'repeatable', host: 'split' } as const
      return (yield* wire.post('/v1/card-token', sealed, CardToken, options)).token
    },
  }),
)

type Card = Pick<CardData, 'cardNumber' | 'holderName' | 'expMonth' | 'expYear' | 'cvv'>

const RULES: readonly [part: keyof Card, broken: (card: Card) => boolean, message: string][] = [
  ['cardNumber', ({ cardNumber }) => !cardNumber, 'card.cardNumber é obrigatório.'],
  [
    'holderName',
    ({ holderName }) => (holderName ?? '').trim().split(/\s+/).length < 2,
    'card.holderName é inválido. Obrigatório nome e sobrenome.',
  ],
  [
    'expMonth',
    ({ expMonth }) => !expMonth || expMonth.length > 2,
    'card.expMonth é inválido. Precisa ser menor ou igual a 2 caracteres.',
  ],
  ['expYear', ({ expYear }) => expYear.length !== 4, 'card.expYear é inválido. Precisa ter 4 caracteres.'],
  ['cvv', ({ cvv }) => !/^.{3,4}$/.test(cvv ?? ''), 'card.cvv é inválido. Precisa ter entre 3 e 4 caracteres.'],
]

const FIELDS = ['cardNumber', 'holderName', 'expMonth', 'expYear', 'cvv'] as const

/** @throws ProviderError InvalidRequest in the specification's words for the first field that is wrong. */
function checked(card: CardData | undefined): Card {
  const isCard = card && FIELDS.some((field) => card[field])
  if (!isCard) throw new ProviderError('InvalidRequest', 'card é obrigatório.')
  const { cardNumber, holderName, expMonth, expYear, cvv } = card
  const full = { cardNumber, holderName, expMonth, expYear: fourDigitYear(expYear ?? ''), cvv }
  const broken = RULES.find(([, isBroken]) => isBroken(full))
  if (broken) throw new ProviderError('InvalidRequest', broken[2], { path: `/${broken[0]}` })
  return full
}

function seal(card: Card, secretKey: string, derived: Derived) {
  const hash = derived.text('card/hash', ALPHANUMERIC, HASH_LENGTH)
  const nonce = derived.bytes('card/nonce', NONCE_BYTES)
  const key = createHmac('sha256', secretKey).update(hash).digest()
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const text = Buffer.concat([cipher.update(JSON.stringify(card), 'utf8'), cipher.final()])
  return { hash, card: Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64') }
}
