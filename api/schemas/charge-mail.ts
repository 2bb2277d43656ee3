/** Mails to a charge's buyer (`/v1/charges/:id/mails`). */
import { type Static, Type } from 'typebox'
import { CHARGE_MAIL_KINDS, MAIL_STATES } from '../../domain/mail.ts'
import { Email, Nullable, Time, Uuid, Word } from './common.ts'
import { ListOf } from './list.ts'

export const NewChargeMail = Type.Object(
  {
    to: Type.Optional(
      Type.String({
        ...Email(),
        description: 'The address of the charge’s customer where none is said. Its later mails go there, too.',
      }),
    ),
    mailId: Type.Optional(
      Uuid('One of the charge’s mails, to be sent once more. Where none is said it is what the charge is for now.'),
    ),
  },
  { additionalProperties: false },
)

export const ChargeMail = Type.Object({
  id: Uuid(),
  kind: Word(
    CHARGE_MAIL_KINDS,
    '`boleto` and `payPage` ask for the money: with the boleto, or with the address of the buyer’s page. `paid` and `refunded` are receipts.',
  ),
  to: Nullable(Type.String({ description: 'Null once the customer’s data was erased.' })),
  state: Word(
    MAIL_STATES,
    '`failed`: the mail server refused it, or it was given up. `unsent`: no mail server is set, or it is of test mode.',
  ),
  lastError: Nullable(Type.String({ description: 'What the mail server said last, without addresses.' })),
  createdAt: Time(),
  sentAt: Nullable(Time()),
})

/** `GET /v1/charges/:id/mails`: oldest first. */
export const ChargeMails = ListOf(ChargeMail)

export type NewChargeMail = Static<typeof NewChargeMail>
export type ChargeMail = Static<typeof ChargeMail>
export type ChargeMails = Static<typeof ChargeMails>
