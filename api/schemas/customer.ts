import { type Static, Type } from 'typebox'
import { CURRENCY_PREFIX, type Currency } from '../../domain/money.ts'
import { Time, Uuid, Word } from './common.ts'
import { CUSTOMER_SORT_QUERY, ListOf, PAGE_QUERY, SEARCH_QUERY } from './list.ts'

export const KnownCustomer = Type.Object({
  id: Uuid('Their charges: GET /v1/charges?customerId='),
  name: Type.String({
    description:
      'This, and what follows, as your last charge to them has it; if they only bought on public pages, as their first purchase has it.',
  }),
  email: Type.String(),
  document: Type.String({ description: 'CPF or CNPJ, digits only.' }),
  phone: Type.Optional(Type.String()),
  totals: Type.Array(
    Type.Object({
      currency: Word(Object.keys(CURRENCY_PREFIX) as Currency[]),
      charges: Type.Integer({ description: 'How many were made.' }),
      approved: Type.Integer({ description: 'How many of them were paid, also if the money went back later.' }),
      approvedAmount: Type.Integer({ description: 'What these came to; integer cents.' }),
      refundedAmount: Type.Integer({ description: 'What went back; integer cents.' }),
    }),
  ),
  lastChargeAt: Time(),
  createdAt: Time(),
})

export const CustomerList = ListOf(KnownCustomer)

export const CustomerListQuery = Type.Object({ ...PAGE_QUERY, ...CUSTOMER_SORT_QUERY, ...SEARCH_QUERY })

export type KnownCustomer = Static<typeof KnownCustomer>
export type CustomerList = Static<typeof CustomerList>
