/** A user's second factor: `/v1/me/second-factor`, and the second step of signing in. */
import { type Static, Type } from 'typebox'
import { RECOVERY_CODES, SECOND_FACTOR_STATES } from '../../domain/second-factor.ts'
import { Nullable, Time, Word } from './common.ts'

const Password = Type.String({ minLength: 1, maxLength: 128, writeOnly: true })
const Code = Type.String({
  minLength: 6,
  maxLength: 40,
  writeOnly: true,
  description: 'Six digits from the authenticator app, or a recovery code. Each is taken once.',
})

export const SecondFactorState = Word(
  SECOND_FACTOR_STATES,
  'Whether sign-in asks for a code. `needed`: the platform requires one, and nothing else is allowed until it is set up.',
)

export const SecondFactor = Type.Object({
  state: SecondFactorState,
  confirmedAt: Nullable(Time()),
  recoveryCodesLeft: Type.Integer({ minimum: 0 }),
})

/** Begins an enrolment: it counts once a code confirms it. */
export const SecondFactorStart = Type.Object({ password: Password }, { additionalProperties: false })

export const SecondFactorEnrolment = Type.Object({
  secret: Type.String({ description: 'For the authenticator app, in Base32. It is not shown again.' }),
  uri: Type.String({ description: 'The same as an otpauth: address, which is what a QR code for the app holds.' }),
})

export const SecondFactorCode = Type.Object({ code: Code }, { additionalProperties: false })

/** New recovery codes and switching it off need both. */
export const PasswordAndCode = Type.Object({ password: Password, code: Code }, { additionalProperties: false })

export const RecoveryCodes = Type.Object({
  recoveryCodes: Type.Array(Type.String(), {
    minItems: RECOVERY_CODES,
    maxItems: RECOVERY_CODES,
    description: 'Each signs in once in place of a code. They are not shown again; those before them are void.',
  }),
})

/** The password was right, and the account has a second factor: `POST /v1/auth/second-factor` is next. */
export const SecondFactorAsked = Type.Object({
  next: Word(['secondFactor']),
  expiresAt: Type.String({ format: 'date-time', description: 'Until then the code is waited for.' }),
})

export type SecondFactor = Static<typeof SecondFactor>
export type SecondFactorStart = Static<typeof SecondFactorStart>
export type SecondFactorEnrolment = Static<typeof SecondFactorEnrolment>
export type SecondFactorCode = Static<typeof SecondFactorCode>
export type PasswordAndCode = Static<typeof PasswordAndCode>
export type RecoveryCodes = Static<typeof RecoveryCodes>
export type SecondFactorAsked = Static<typeof SecondFactorAsked>
