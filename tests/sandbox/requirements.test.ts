/**
 * What each provider is said to need of a charge and of a receiver, against the fakes, which refuse what the provider's documentation
 * says is missing: what says no more than what is needed is taken, and without any one of it is not.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PaymentMethod } from '../../domain/payment-method.ts'
import { RECEIVER_DOCUMENTS, type ReceiverRequest } from '../../domain/receiver.ts'
import type { ReceiverRequirement, RequirableField } from '../../domain/requirements.ts'
import type { Address, TransactionRequest } from '../../domain/transaction.ts'
import { drive } from '../../gateway/drive.ts'
import { providers } from '../../providers/index.ts'
import { CARD, INPUTS, SEALED_CARD } from '../providers/support/inputs.ts'
import { ADDRESS } from '../support/address.ts'
import { PROVIDER_DATA } from '../support/receivers.ts'
import { openConnection } from './live-connection.ts'
import { publicSigningKey } from './signing-key.ts'
import { type Api, launchSandbox } from './support.ts'

let api: Api
beforeAll(async () => {
  api = await launchSandbox({})
  await api.control('PUT', '/signing-keys/IUGU', { publicKey: publicSigningKey() })
})
afterAll(() => api.close())

const INPUT = { PIX: INPUTS.pix, CREDIT_CARD: INPUTS.card, BILLET: INPUTS.boleto } as const
const { phone: PHONE, ...BUYER } = INPUTS.pix.customer
const NO_ADDRESS: Address = { zipCode: '', address: '', number: '', district: '', city: '', state: '' }

/** As it reaches the adapter when the seller says these fields of those that a provider may require, and no other. */
function saying(method: PaymentMethod, fields: readonly RequirableField[]): TransactionRequest {
  const { address: _, customerIp: __, ...request }: TransactionRequest = INPUT[method]
  const parts = Object.entries(ADDRESS).filter(([name]) => fields.some((field) => field === `address.${name}`))
  return {
    ...request,
    customer: { ...BUYER, ...(fields.includes('customer.phone') ? { phone: PHONE } : {}) },
    ...(fields.includes('customerIp') ? { customerIp: '203.0.113.7' } : {}),
    ...(parts.length > 0 ? { address: { ...NO_ADDRESS, ...Object.fromEntries(parts) } } : {}),
  }
}

const cases = Object.values(providers).flatMap(({ code, capabilities: { paymentMethods }, requires }) =>
  paymentMethods.map((method) => ({ code, method, required: requires[method] ?? [] })),
)

async function charge(code: string, method: PaymentMethod, fields: readonly RequirableField[], at: number) {
  const connection = await openConnection(api, code)
  const { provider, context } = connection
  const { operations } = provider.capabilities
  const card = async () => {
    const { cvv } = CARD
    if (operations.includes('buildCardId')) {
      return { ...(await drive(connection, provider.buildCardId(CARD, context))), cvv }
    }
    if (!operations.includes('tokenizeCard')) return { cardId: SEALED_CARD, cvv }
    return { cardId: (await drive(connection, provider.tokenizeCard(CARD, context))).cardToken, cvv }
  }
  const reference = `${Object.keys(INPUT).indexOf(method)}${at}`.padStart(32, 'a')
  const request = { ...saying(method, fields), reference, ...(method === 'CREDIT_CARD' ? await card() : {}) }
  return drive(connection, provider.createTransaction(request, context)).then(
    () => 'taken',
    (error: Error & { kind?: string }) => `${error.kind}: ${error.message}`,
  )
}

describe('a charge that says only what its provider needs', () => {
  it.each(cases)('is taken by $code ($method)', async ({ code, method, required }) => {
    expect(await charge(code, method, required, 0)).toBe('taken')
  })

  it.each(cases.flatMap(({ required, ...one }) => required.map((field, at) => ({ ...one, required, field, at }))))(
    'is refused by $code ($method) without $field',
    async ({ code, method, required, field, at }) => {
      const fields = required.filter((other) => other !== field)
      expect(await charge(code, method, fields, at + 1)).toMatch(/^InvalidRequest: /)
    },
  )
})

const opening = Object.values(providers).filter(({ capabilities }) =>
  capabilities.operations.includes('createReceiver'),
)

const { document: _, documentType: __, ...RECEIVER } = INPUTS.receiver
const INDIVIDUAL = { document: '52998224725', documentType: 'CPF' } as const
const HAVING = {
  cnpj: { document: INPUTS.receiver.document, documentType: INPUTS.receiver.documentType },
  income: { providerData: { incomeValue: 8500.5 } },
  registration: { providerData: PROVIDER_DATA },
  documents: {
    documents: Object.fromEntries(RECEIVER_DOCUMENTS.map((name) => [name, Buffer.from('%PDF-1.4').toString('base64')])),
  },
} as const satisfies Record<ReceiverRequirement, Partial<ReceiverRequest>>

async function open(code: string, has: readonly ReceiverRequirement[]) {
  const connection = await openConnection(api, code)
  const request: ReceiverRequest = Object.assign({ ...RECEIVER, ...INDIVIDUAL }, ...has.map((name) => HAVING[name]))
  return drive(connection, connection.provider.createReceiver(request, connection.context)).then(
    () => 'opened',
    (error: Error & { kind?: string }) => `${error.kind}: ${error.message}`,
  )
}

describe('a receiver that has only what its provider requires', () => {
  it.each(opening)('is opened by $code', async ({ code, receiverRequires }) => {
    expect(await open(code, receiverRequires)).toBe('opened')
  })

  it.each(
    opening.flatMap(({ code, receiverRequires }) =>
      receiverRequires.map((lacking) => ({ code, receiverRequires, lacking })),
    ),
  )('is refused by $code without its $lacking', async ({ code, receiverRequires, lacking }) => {
    expect(
      await open(
        code,
        receiverRequires.filter((name) => name !== lacking),
      ),
    ).toMatch(/^InvalidRequest: /)
  })
})
