import { type Static, Type } from 'typebox'

const Amount = (description: string, options: object = {}) =>
  Type.Integer({ minimum: 0, maximum: 99_999_999_999, description, ...options })

/** `GET /v1/installments`. */
export const InstallmentQuery = Type.Object({
  amount: Amount('Integer cents.', { minimum: 1 }),
  numberOfInstallments: Type.Integer({ minimum: 1, maximum: 99, description: 'How many at most.' }),
  maxInstallmentsWithoutInterest: Type.Integer({
    minimum: 0,
    maximum: 99,
    default: 1,
    description: 'Up to this many cost nothing.',
  }),
  minInstallmentValue: Amount('Integer cents: no installment may be smaller.', { default: 0 }),
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

export type Installments = Static<typeof Installments>
