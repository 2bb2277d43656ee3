import { type Static, Type } from 'typebox'
import { Uuid } from './common.ts'

const Amount = (description: string, options: object = {}) =>
  Type.Integer({ minimum: 0, maximum: 99_999_999_999, description, ...options })

/** `GET /v1/installments`. What is left out is as the platform has it, and as a charge is held to. */
export const InstallmentQuery = Type.Object({
  amount: Amount('Integer cents.', { minimum: 1 }),
  numberOfInstallments: Type.Optional(Type.Integer({ minimum: 1, maximum: 99, description: 'How many at most.' })),
  maxInstallmentsWithoutInterest: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 99, description: 'Up to this many cost nothing.' }),
  ),
  cardId: Type.Optional(Uuid('What may be charged to this card.')),
  providerAccountId: Type.Optional(
    Uuid(
      'What may be charged at this account; without it and a card, at the one that saves a new card for this amount and number.',
    ),
  ),
  minInstallmentValue: Type.Optional(Amount('Integer cents: no installment may be smaller.')),
})

export const Installments = Type.Object({
  data: Type.Array(
    Type.Object({
      installmentNumber: Type.Integer(),
      installmentValue: Type.Integer({ description: 'Integer cents.' }),
      finalValue: Type.Integer({ description: 'What the buyer pays in all. Integer cents.' }),
    }),
  ),
})

export type InstallmentQuery = Static<typeof InstallmentQuery>
export type Installments = Static<typeof Installments>
