/** Invitations to a platform (`/v1/invitations`), and links in mails (`/v1/auth/links`). */
import { type Static, Type } from 'typebox'
import { INVITATION_STATES, LINK_KINDS } from '../../domain/access-link.ts'
import { MAIL_STATES } from '../../domain/mail.ts'
import { Nullable, Role, Time, Uuid, Word } from './common.ts'
import { ListOf } from './list.ts'
import { NewUser } from './user.ts'

const { name: Name, email: Email, password: Password } = NewUser.properties

export const NewInvitation = Type.Object({ email: Email, role: Role }, { additionalProperties: false })

export const Invitation = Type.Object({
  id: Uuid(),
  email: Type.String(),
  role: Role,
  state: Word(INVITATION_STATES, 'Only an `open` one can be accepted.'),
  mail: Word(MAIL_STATES, 'What became of its mail. `unsent`: no mail server is set.'),
  invitedBy: Nullable(Type.String({ description: 'An e-mail; null: a key of the installation.' })),
  createdAt: Time(),
  expiresAt: Time(),
})

export const InvitationList = ListOf(Invitation)

const Token = Type.String({
  minLength: 1,
  maxLength: 200,
  writeOnly: true,
  description: 'What stands behind the # of the link.',
})

export const LinkToken = Type.Object({ token: Token }, { additionalProperties: false })

/** `POST /v1/me/platforms`. */
export const PlatformJoin = Type.Object(
  {
    token: Token,
    password: Type.Optional(
      Type.String({
        ...Password,
        description:
          'A new one of your own. Needed where another user chose the one that you have: without it that is 409 with the rule `ownPassword`.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** What the page of a link shows before anything is done with it. */
export const AccessLink = Type.Object({
  kind: Word(LINK_KINDS),
  email: Type.String(),
  platform: Type.Object({ name: Type.String() }),
  role: Nullable(Role),
  expiresAt: Time(),
})

export const LinkUse = Type.Object(
  {
    token: Token,
    password: Password,
    name: Type.Optional(Type.String({ ...Name, description: 'The name of the user who accepts an invitation.' })),
    replace: Type.Optional(
      Type.Boolean({
        description:
          'Ends the sign-in that another platform has made for this e-mail, and that its owner never confirmed. Without it such an invitation is 409 with the rule `unconfirmed`.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const PasswordResetWish = Type.Object({ email: Email }, { additionalProperties: false })

export type NewInvitation = Static<typeof NewInvitation>
export type Invitation = Static<typeof Invitation>
export type InvitationList = Static<typeof InvitationList>
export type AccessLink = Static<typeof AccessLink>
export type PlatformJoin = Static<typeof PlatformJoin>
export type LinkUse = Static<typeof LinkUse>
