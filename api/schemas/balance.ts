import { type Static, Type } from 'typebox'
import { Nullable, Time, Uuid } from './common.ts'
import { ListOf } from './list.ts'

const Held = (description: string) => Nullable(Type.Integer({ description }))

export const Balance = Type.Object({
  providerAccountId: Uuid(),
  provider: Type.String(),
  name: Type.String(),
  available: Held(
    'Integer cents that can be paid out; below zero where the account owes. Null until the provider has said it.',
  ),
  pending: Held('Integer cents that are not free yet. Null also where the provider does not say it.'),
  at: Nullable(Time()),
  problem: Nullable(Type.String({ description: 'Why the provider did not say it when it was last asked.' })),
})

/** `GET /v1/balances`. */
export const Balances = ListOf(Balance)

export type Balance = Static<typeof Balance>
export type Balances = Static<typeof Balances>
