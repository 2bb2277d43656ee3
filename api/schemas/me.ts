/** Signing in and out (`POST /v1/auth/sign-in`, `POST /v1/auth/sign-out`) and who is asking (`GET /v1/me`). */
import { type Static, Type } from 'typebox'
import { Email, Livemode, Nullable, Role, Uuid, Word } from './common.ts'
import { ApprovalAbove } from './platform.ts'
import { SecondFactorState } from './second-factor.ts'

/** The answer is a `Me` and a session cookie, or that a second factor's code is asked for. */
export const SignIn = Type.Object(
  { email: Email(), password: Type.String({ minLength: 1, maxLength: 128 }) },
  { additionalProperties: false },
)

export const Me = Type.Object({
  type: Word(['user', 'apiKey']),
  id: Type.String(),
  name: Type.String(),
  email: Nullable(Type.String()),
  role: Role,
  secondFactor: SecondFactorState,
  livemode: Livemode,
  mayFound: Type.Boolean({ description: 'Whether they may found another platform, `POST /v1/platforms`.' }),
  testMode: Type.Boolean({ description: 'Whether this installation has fake providers for test keys.' }),
  platform: Type.Object({
    id: Uuid(),
    name: Type.String(),
    brandColor: Nullable(Type.String({ description: 'As buyers see it.' })),
    logoUrl: Nullable(Type.String()),
    approvalAbove: ApprovalAbove,
  }),
  temporal: Nullable(
    Type.Object(
      { uiUrl: Type.String(), namespace: Type.String() },
      { description: 'Temporal Web, where there is one: {uiUrl}/namespaces/{namespace}/workflows/{workflowId}.' },
    ),
  ),
  playground: Type.Boolean({ description: 'Fake providers are at hand: /v1/playground/*.' }),
})

/** `GET /v1/settings`: what the sign-in page needs to know before a user has signed in. */
export const PublicSettings = Type.Object({ demo: Type.Boolean({ description: 'Local mode with the demo sign-ins.' }) })

export type SignIn = Static<typeof SignIn>
export type Me = Static<typeof Me>
export type PublicSettings = Static<typeof PublicSettings>
