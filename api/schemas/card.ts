import { type Static, type TSchema, Type } from 'typebox'
import { LONGEST_TEXTS } from '../../domain/longest-texts.ts'
import { MAX_AMOUNT } from '../../domain/money.ts'
import { Email, Time, Uuid } from './common.ts'
import { ListOf } from './list.ts'

const Secret = (options: object) => Type.String({ ...options, writeOnly: true })

/** One that is left out is refused as an empty one: by domain/card-rules.ts, or in its provider's own words. */
const Judged = <Value extends TSchema>(value: Value) => Type.Optional(value)

/** `POST /v1/cards`. What is wrong with a value is judged by domain/card-rules.ts. */
export const NewCard = Type.Object(
  {
    cardNumber: Judged(Secret({ maxLength: 30, description: 'Digits, in groups or not.' })),
    holderName: Judged(
      Type.String({ maxLength: LONGEST_TEXTS.holderName, description: 'As it is printed on the card.' }),
    ),
    holderDocument: Type.String({ minLength: 11, maxLength: 18, description: 'CPF or CNPJ, bare or formatted.' }),
    expMonth: Judged(Type.String({ pattern: '^\\d{0,4}$', description: 'One or two digits.' })),
    expYear: Judged(Type.String({ pattern: '^\\d{0,6}$', description: 'Two digits, or four.' })),
    cvv: Judged(Secret({ pattern: '^\\d{0,8}$', description: 'Three or four digits.' })),
    email: Type.Optional(Email()),
    customerIp: Type.Optional(Type.String({ anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] })),
    receiverId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          "The receiver in whose account the card is going to be charged, by its provider's id or ours: the provider issues the card's token for that account. Only where charges take a `receiverToken`.",
      }),
    ),
    providerAccountId: Type.Optional(
      Uuid('Where the card is saved, and charged; when left out: where routing puts it.'),
    ),
    amount: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_AMOUNT,
        description:
          'What it is going to be charged, in cents: a card is charged where it is saved, so rules about amounts look here.',
      }),
    ),
    installments: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 99, description: 'In how many installments, likewise.' }),
    ),
  },
  { additionalProperties: false },
)

/** What tells it from others. Number, code and token never come back. */
export const Card = Type.Object({
  cardId: Uuid('For `POST /v1/charges`.'),
  brand: Type.String(),
  lastDigits: Type.String(),
  expiresAt: Time(),
  provider: Type.String(),
  providerAccountId: Uuid(),
  asksForCode: Type.Boolean({
    description: 'The code it was saved with has been used, and is forgotten: a charge may bring `cvv` again.',
  }),
  createdAt: Time(),
})

export const CardList = ListOf(Card)

export type NewCard = Static<typeof NewCard>
export type Card = Static<typeof Card>
export type CardList = Static<typeof CardList>
