/** The skeleton of a provider without a dialect: a Pix charge, a read and an unsigned webhook, in a catalogue file's order. */
import type { Newcomer, ProviderFiles } from '../provider-new.ts'

export function bespokeSkeleton({ code, name }: Newcomer): ProviderFiles {
  const low = code.toLowerCase()
  return { catalog: catalog(code, low, name), fake: fake(code, low), fixture: fixture(code, low) }
}

function catalog(code: string, low: string, name: string): string {
  return `/** ${code}: begun from the skeleton; all of it is assumed. */
import { type Static, Type } from 'typebox'
import { inCents } from '../kit/amounts.ts'
import { bearer } from '../kit/auth.ts'
import { secret } from '../kit/credentials.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { DAY } from '../kit/expiry.ts'
import { Anything, Id, Maybe, Text } from '../kit/schemas.ts'
import { path } from '../kit/wire.ts'

const Charge = Type.Object({
  id: Id,
  status: Text,
  amount: Type.Integer(),
  reference: Maybe(Type.String()),
  pixCode: Maybe(Type.String()),
  expiresAt: Anything,
})

export const ${low} = defineProvider({
  code: '${code}',
  name: '${name}',
  evidence: 'specification',
  host: 'https://api.${low}.invalid',

  credentials: [secret('secretKey', 'secretKey')],
  auth: bearer('{secretKey}'),

  idempotency: { type: 'none' },
  lookup: null,

  amounts: inCents,
  expirySeconds: { PIX: DAY },

  statuses: { known: { pending: 'PENDING', paid: 'APPROVED', refused: 'REJECTED' }, unknown: 'REJECTED' },

  errors: { messages: ['message'] },

  createTransaction: {
    *PIX({ amount, customer, description, reference, webhookUrl }, { wire, amounts, expiry }) {
      const body = {
        amount: amounts.write(amount),
        expiresInSeconds: expiry.seconds,
        customer,
        description,
        reference,
        webhookUrl,
      }
      return toTransaction(yield* wire.post('/charges', body, Charge, { risk: 'money' }))
    },
  },

  *readTransaction({ transactionId }, { wire }) {
    return toTransaction(yield* wire.get(path\`/charges/\${transactionId}\`, Charge))
  },

  webhook: {
    verification: 'none',
    body: Type.Object({ charge: Type.Object({ id: Anything, status: Anything, reference: Anything }) }),
    translate: ({ charge }) => ({
      transactionId: charge.id,
      rawStatus: charge.status,
      reference: charge.reference,
    }),
  },
})

function toTransaction({ id, status, ...charge }: Static<typeof Charge>) {
  return { transactionId: id, rawStatus: status, ...charge }
}
`
}

function fake(code: string, low: string): string {
  return `/** ${code}: begun from the skeleton; all of it is assumed. */
import type { DemoAccount } from '../accounts.ts'
import { isEmail, isPositiveWhole, isText } from '../checks.ts'
import type { Answer, FakeProvider, Transaction } from '../provider.ts'
import { createRoute, readRoute } from '../routes.ts'
import { isSame } from '../tokens.ts'

const ACCOUNT = {
  provider: '${code}',
  transport: 'http',
  path: '/${low}',
  publicKey: null,
  secretKey: 'trilho-demo-${low}-secret',
  webhookSecret: null,
} as const satisfies DemoAccount

export const provider: FakeProvider = {
  account: ACCOUNT,
  statuses: {
    pending: 'pending',
    paid: 'paid',
    refused: 'refused',
    expired: 'refused',
    refunded: null,
    chargeback: null,
  },
  refuse,
  authorize: ({ headers }) =>
    isSame(headers.authorization, \`Bearer \${ACCOUNT.secretKey}\`) ? null : refuse(401, 'Unauthorized'),
  routes: [
    createRoute({
      path: '/charges',
      refuse,
      rules: [
        { field: 'expiresInSeconds', valid: isPositiveWhole, message: 'expiresInSeconds must be an integer above 0' },
        { field: 'customer.name', valid: isText, message: 'customer.name is required' },
        { field: 'customer.email', valid: isEmail, message: 'customer.email must be an email' },
      ],
      amount: { at: 'amount', unit: 'cents' },
      referenceAt: 'reference',
      webhookAt: 'webhookUrl',
      lifetimeMs: ({ expiresInSeconds }) => Number(expiresInSeconds) * 1000,
      status: 201,
      answer: toCharge,
    }),
    readRoute('/charges/:id', refuse, toCharge),
  ],
  webhook: {
    payload: (transaction) => ({ charge: toCharge(transaction) }),
    address: ({ url }) => ({ url, headers: {} }),
  },
}

function toCharge({ id, status, amount, reference, pixCode, expiresAt }: Transaction) {
  return { id, status, amount, reference, pixCode, expiresAt: new Date(expiresAt).toISOString() }
}

function refuse(status: number, message: string): Answer {
  return { status, body: { message } }
}
`
}

function fixture(code: string, low: string): string {
  const charge = {
    id: 'ch_282',
    status: 'pending',
    amount: 12345,
    reference: '0199b5a2c3d44e5f8a1b2c3d4e5f6a7b',
    pixCode:
      '00020126850014br.gov.bcb.pix2563pix.example.com/qr/v2/9d36b84f-c70b-478f-b95c-12729b90ca255204000053039865406123.455802BR5909LOJA DEMO6009SAO PAULO62070503***6304A1B2',
    expiresAt: '2026-01-16T15:00:00.000Z',
  }
  const key = { transactionId: charge.id, paymentMethod: 'PIX' }
  const found = (status: string) => ({ status: 200, body: { ...charge, status } })
  return `${JSON.stringify(
    {
      provider: code,
      source: { kind: 'assumed' },
      account: { secretKey: `chave-inventada-${low}` },
      now: '2026-01-15T15:00:00.000Z',
      amountAt: { PIX: 'amount' },
      cases: [
        {
          name: 'a Pix charge',
          operation: 'createTransaction',
          input: 'pix',
          response: { ...found('pending'), status: 201 },
        },
        {
          name: 'a charge that is refused',
          operation: 'createTransaction',
          input: 'pix',
          response: { status: 400, body: { message: 'customer.document is invalid' } },
        },
        { name: 'read when paid', operation: 'readTransaction', input: key, response: found('paid') },
        {
          name: 'read of what is not there',
          operation: 'readTransaction',
          input: key,
          response: { status: 404, body: { message: 'Charge not found' } },
        },
      ],
      webhooks: [
        { name: 'paid', headers: {}, body: { charge: { ...charge, status: 'paid' } } },
        { name: 'refused', headers: {}, body: { charge: { ...charge, status: 'refused' } } },
        { name: 'about something else', headers: {}, body: { event: 'account.updated' } },
      ],
    },
    null,
    2,
  )}\n`
}
