import { type Static, Type } from 'typebox'
import { LONGEST_APPROVAL_HOURS } from '../../domain/approval.ts'
import { MAX_INSTALLMENT_FEE } from '../../domain/installments.ts'
import { MAX_AMOUNT } from '../../domain/money.ts'
import { PAYMENT_POLICIES } from '../../domain/payment.ts'
import { SUPPORT_PHONE } from '../../domain/support-phone.ts'
import { Email, Nullable, Text, Time, Uuid, Word } from './common.ts'
import { ListOf } from './list.ts'
import { NewUser } from './user.ts'

const Name = Text(100)
const CertificateUrl = Type.String({ format: 'uri', maxLength: 2000, description: 'Certificate and key, as PEM.' })

const InstallmentFees = Type.Array(Type.Number({ minimum: 0, maximum: MAX_INSTALLMENT_FEE }), {
  maxItems: 99,
  description: 'What paying by card in 1, 2, 3... installments adds to the total, in percent.',
})

const MaxInstallmentsWithoutInterest = Type.Integer({
  minimum: 0,
  maximum: 99,
  description: 'Up to this many installments cost the buyer nothing.',
})
const MinInstallmentValue = Type.Integer({
  minimum: 0,
  maximum: MAX_AMOUNT,
  description: 'Integer cents: no installment may be smaller.',
})

const MaxUnprovedAmount = Type.Integer({
  minimum: 0,
  maximum: MAX_AMOUNT,
  description:
    'Integer cents. At a provider that cannot be read, the secret address is all that proves what a webhook says of money where it does not sign (FIREBANK; CASHTIME and RAPDYN of withdrawals), or where the account holds no `webhookSecret` (FLOW2PAY): it is believed up to this, and above it an operator is asked. That a withdrawal failed or came back always asks. So is a proved notice of a payment there that states no amount.',
})

const DoublePayments = Word(
  PAYMENT_POLICIES.doublePayments,
  'When two transactions of one charge are paid: `ask` an operator, or give the later one back by itself.',
)
const LatePayments = Word(
  PAYMENT_POLICIES.latePayments,
  'When a charge is paid after it expired or was cancelled: `ask` an operator, `accept` the money, or `refund` it by itself.',
)

export const ApprovalAbove = Nullable(
  Type.Integer({
    minimum: 0,
    maximum: MAX_AMOUNT,
    description:
      'Integer cents. A withdrawal above it is not sent until an operator who did not ask for it has approved it; null: none waits. Each withdrawal is compared alone, so parts of a larger amount do not wait: with 0 every withdrawal waits. It applies to withdrawals that are requested from now on.',
  }),
)
const ApprovalHours = Type.Integer({
  minimum: 1,
  maximum: LONGEST_APPROVAL_HOURS,
  description: 'How long such a withdrawal waits; then it is CANCELED.',
})

const SecondFactorRequired = Type.Boolean({
  description: 'Every user needs a second factor. A user without one can only set one up. API keys need none.',
})

const DefaultReceiverId = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'In whose name withdrawals leave at banks that ask for a receiver.',
})
const PrivateKey = Type.String({
  minLength: 1,
  maxLength: 10_000,
  writeOnly: true,
  description: 'RSA key, PEM in Base64, for providers that have requests signed. Sealed; it never comes back.',
})

const BrandColor = Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: 'Of the buttons on its pages.' })
const LogoUrl = Type.String({
  maxLength: 2000,
  description:
    'On its pages: the `publicUrl` of a picture that the platform, or who founds it, has sent with `POST /v1/uploads`.',
})

const SupportPhone = Type.String({
  pattern: SUPPORT_PHONE,
  description: 'Where its buyers reach it, as they are to read it.',
})

const SETTINGS = {
  installmentFees: Type.Optional(InstallmentFees),
  maxInstallmentsWithoutInterest: Type.Optional(MaxInstallmentsWithoutInterest),
  minInstallmentValue: Type.Optional(MinInstallmentValue),
  maxUnprovedAmount: Type.Optional(MaxUnprovedAmount),
  doublePayments: Type.Optional(DoublePayments),
  latePayments: Type.Optional(LatePayments),
  approvalAbove: Type.Optional(ApprovalAbove),
  approvalHours: Type.Optional(ApprovalHours),
  secondFactorRequired: Type.Optional(SecondFactorRequired),
}

/** With its first administrator, who can then make the rest. */
export const NewPlatform = Type.Object(
  {
    name: Name,
    certCashInUrl: Type.Optional(CertificateUrl),
    certCashOutUrl: Type.Optional(CertificateUrl),
    defaultReceiverId: Type.Optional(DefaultReceiverId),
    brandColor: Type.Optional(BrandColor),
    logoUrl: Type.Optional(LogoUrl),
    supportEmail: Type.Optional(Email()),
    supportPhone: Type.Optional(SupportPhone),
    privateKey: Type.Optional(PrivateKey),
    ...SETTINGS,
    admin: Type.Optional(
      Type.Object(
        { name: NewUser.properties.name, email: NewUser.properties.email, password: NewUser.properties.password },
        { additionalProperties: false, description: 'Left out: the user who asks, with their present sign-in.' },
      ),
    ),
  },
  { additionalProperties: false },
)

/** What is left out stays as it is; null removes it. */
export const PlatformChange = Type.Object(
  {
    name: Type.Optional(Name),
    certCashInUrl: Type.Optional(Nullable(CertificateUrl)),
    certCashOutUrl: Type.Optional(Nullable(CertificateUrl)),
    defaultReceiverId: Type.Optional(Nullable(DefaultReceiverId)),
    brandColor: Type.Optional(Nullable(BrandColor)),
    logoUrl: Type.Optional(Nullable(LogoUrl)),
    supportEmail: Type.Optional(Nullable(Email())),
    supportPhone: Type.Optional(Nullable(SupportPhone)),
    privateKey: Type.Optional(Nullable(PrivateKey)),
    ...SETTINGS,
  },
  { additionalProperties: false, minProperties: 1 },
)

export const Platform = Type.Object({
  id: Uuid(),
  name: Type.String(),
  certCashInUrl: Nullable(Type.String()),
  certCashOutUrl: Nullable(Type.String()),
  defaultReceiverId: Nullable(Type.String()),
  brandColor: Nullable(Type.String()),
  logoUrl: Nullable(Type.String()),
  supportEmail: Nullable(Type.String()),
  supportPhone: Nullable(Type.String()),
  hasPrivateKey: Type.Boolean(),
  installmentFees: InstallmentFees,
  maxInstallmentsWithoutInterest: MaxInstallmentsWithoutInterest,
  minInstallmentValue: MinInstallmentValue,
  maxUnprovedAmount: MaxUnprovedAmount,
  doublePayments: DoublePayments,
  latePayments: LatePayments,
  approvalAbove: ApprovalAbove,
  approvalHours: ApprovalHours,
  secondFactorRequired: SecondFactorRequired,
  webhookSecretEnding: Type.String({
    description: 'How the secret ends that checks what we send to `webhookUrl`: enough to tell it from another.',
  }),
  previousWebhookSecretUntil: Nullable(
    Type.String({ format: 'date-time', description: 'Until then the secret before the rotation signs too.' }),
  ),
  createdAt: Time(),
})

/** The only two answers with the secret: to its founding, and to the secret's rotation. */
export const PlatformWithSecret = Type.Object({
  ...Platform.properties,
  webhookSecret: Type.String({
    description: 'Standard Webhooks secret: checks what we send to `webhookUrl`. It is shown this once.',
  }),
})

export const PlatformList = ListOf(Platform)

export type NewPlatform = Static<typeof NewPlatform>
export type PlatformChange = Static<typeof PlatformChange>
export type Platform = Static<typeof Platform>
export type PlatformWithSecret = Static<typeof PlatformWithSecret>
export type PlatformList = Static<typeof PlatformList>
