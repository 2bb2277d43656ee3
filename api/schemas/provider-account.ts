import { type Static, Type } from 'typebox'
import { ACCOUNT_TEST_OUTCOMES } from '../../domain/account-test.ts'
import { BREAKER_STATES } from '../../domain/breaker.ts'
import { PLATFORM_SETTINGS } from '../../domain/requirements.ts'
import { Nullable, Text, Time, Uuid, Word } from './common.ts'
import { ListOf, PAGE_QUERY } from './list.ts'

const ADDRESS = '[a-z][a-z0-9+.-]*:[^\\s|]+'
/** One address or more, packed with a pipe. */
export const BASE_URLS = `^${ADDRESS}(?:\\|${ADDRESS})*$`
const STRICT = { additionalProperties: false } as const
const Secret = (description: string) => Type.String({ minLength: 1, maxLength: 10_000, writeOnly: true, description })

const SETTINGS = {
  name: Text(100),
  publicKey: Secret('Several values are packed with a pipe; see the provider.'),
  secretKey: Secret('Several values are packed with a pipe; see the provider.'),
  webhookSecret: Secret(
    "Proves the provider's webhooks: with it, one without proof is refused. Without it, a webhook is read at the provider before it is believed, and where it cannot be read (FLOW2PAY), believed up to the platform's `maxUnprovedAmount`.",
  ),
  baseUrl: Type.String({
    pattern: BASE_URLS,
    maxLength: 2000,
    description: "Instead of the provider's default host; those of its further hosts follow, packed with a pipe.",
  }),
  priority: Type.Integer({ minimum: 0, maximum: 10_000, description: 'Lower is tried first.' }),
  enabled: Type.Boolean(),
}

export const NewProviderAccount = Type.Object(
  {
    provider: Type.String({ minLength: 1, maxLength: 50, description: 'Code, as in /v1/providers.' }),
    name: Type.Optional(SETTINGS.name),
    publicKey: Type.Optional(SETTINGS.publicKey),
    secretKey: Type.Optional(SETTINGS.secretKey),
    webhookSecret: Type.Optional(SETTINGS.webhookSecret),
    baseUrl: Type.Optional(SETTINGS.baseUrl),
    priority: Type.Optional(SETTINGS.priority),
    enabled: Type.Optional(SETTINGS.enabled),
  },
  STRICT,
)

/** What is left out stays as it is; null removes it. */
export const ProviderAccountChange = Type.Object(
  {
    provider: Type.Optional(Type.String({ description: 'Cannot be changed: only what it is already is taken.' })),
    name: Type.Optional(SETTINGS.name),
    publicKey: Type.Optional(Nullable(SETTINGS.publicKey)),
    secretKey: Type.Optional(Nullable(SETTINGS.secretKey)),
    webhookSecret: Type.Optional(Nullable(SETTINGS.webhookSecret)),
    baseUrl: Type.Optional(Nullable(SETTINGS.baseUrl)),
    priority: Type.Optional(SETTINGS.priority),
    enabled: Type.Optional(SETTINGS.enabled),
  },
  { ...STRICT, minProperties: 1 },
)

/** `POST /v1/provider-accounts/:id/test`. */
export const AccountTestResult = Type.Object({
  outcome: Word(
    ACCOUNT_TEST_OUTCOMES,
    "Whether the provider takes the keys. `notAsked`: no request reaches it without the platform's `setting`, which is missing or of no use, so the keys may be right. `unclear`: it answers the same to keys that do not exist. `impossible`: nothing can be asked without moving money.",
  ),
  message: Nullable(
    Type.String({ description: "The provider's own words; with `notAsked`, what is wrong with the `setting`." }),
  ),
  setting: Nullable(
    Word(PLATFORM_SETTINGS, 'With `notAsked`: what `PATCH /v1/platforms/:id` has to set. Null otherwise.'),
  ),
  at: Time(),
})

/** Secrets never come back. */
export const ProviderAccount = Type.Object({
  id: Uuid(),
  provider: Type.String(),
  name: Type.String(),
  baseUrl: Nullable(Type.String()),
  priority: Type.Integer(),
  enabled: Type.Boolean(),
  webhookUrl: Nullable(
    Type.String({
      description:
        'Register it at the provider. It holds a secret: only administrators see it. Null also when the secrets cannot be opened.',
    }),
  ),
  lastTest: Nullable(AccountTestResult),
  createdAt: Time(),
  updatedAt: Time(),
})

/** `GET /v1/provider-accounts/:id/health`. */
export const AccountHealth = Type.Object({
  breaker: Word(
    BREAKER_STATES,
    'Read off the tries of the last five minutes. `open`: most were not answered, and it is asked last. `halfOpen`: the next try shows how it stands.',
  ),
  successRate: Nullable(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'Of its charges of the last day that ended: those that were made and not refused at once, by the provider or by the bank of the buyer. Null where there is none.',
    }),
  ),
  rated: Type.Integer({ minimum: 0, description: 'Of how many charges the success rate is: the last 200 at most.' }),
  requestsPerSecond: Type.Number({
    exclusiveMinimum: 0,
    description: 'How many readings a second it is asked for, as its refusals have taught.',
  }),
  concurrency: Type.Integer({ minimum: 1, description: 'How many of them may be under way at once.' }),
  following: Type.Integer({
    minimum: 0,
    description: 'Charges, withdrawals and receivers that are open there: they are followed also while it is paused.',
  }),
  waiting: Type.Integer({ minimum: 0, description: 'What is due to be read, and has not had its turn.' }),
  since: Nullable(
    Type.String({
      format: 'date-time',
      description: 'Since when the breaker is as it is. Null: nothing tried lately.',
    }),
  ),
})

export const ProviderAccountList = ListOf(ProviderAccount)
export const ProviderAccountListQuery = Type.Object({
  ...PAGE_QUERY,
  provider: Type.Optional(Type.String({ maxLength: 50 })),
})

export type AccountTestResult = Static<typeof AccountTestResult>
export type NewProviderAccount = Static<typeof NewProviderAccount>
export type ProviderAccountChange = Static<typeof ProviderAccountChange>
export type ProviderAccount = Static<typeof ProviderAccount>
export type AccountHealth = Static<typeof AccountHealth>
export type ProviderAccountList = Static<typeof ProviderAccountList>
