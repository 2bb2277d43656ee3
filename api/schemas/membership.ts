/** Who works for several platforms with one sign-in: `/v1/me/platforms`, `/v1/members`. */
import { type Static, Type } from 'typebox'
import { Role, Time, Uuid } from './common.ts'
import { ListOf } from './list.ts'
import { SecondFactorState } from './second-factor.ts'

export const Workplace = Type.Object({
  id: Uuid(),
  name: Type.String(),
  role: Role,
  home: Type.Boolean({ description: 'Where the user’s password and second factor are managed.' }),
})

export const WorkplaceList = ListOf(Workplace)

export const Member = Type.Object({
  userId: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: Role,
  secondFactor: SecondFactorState,
  createdAt: Time(),
})

/** Their name, sign-in and second factor are of the platform where they sign in. */
export const MemberChange = Type.Object({ role: Role }, { additionalProperties: false })

export const MemberList = ListOf(Member)

export type Workplace = Static<typeof Workplace>
export type WorkplaceList = Static<typeof WorkplaceList>
export type Member = Static<typeof Member>
export type MemberChange = Static<typeof MemberChange>
export type MemberList = Static<typeof MemberList>
