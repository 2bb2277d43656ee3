/** Every provider of the catalogue, chosen in the running product: charged by each of its methods, paid, refunded; paid out. */
import { afterAll, beforeAll, describe, type ExpectStatic, expect, test } from 'vitest'
import type { PaymentMethod, WithdrawMethod } from '../../domain/payment-method.ts'
import { RECEIVER_DOCUMENTS } from '../../domain/receiver.ts'
import { providers } from '../../providers/index.ts'
import { ADDRESS } from '../support/address.ts'
import { charged, make } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { startProductHere } from '../support/product-here.ts'
import { COMPANY, PROVIDER_DATA, RECEIVER } from '../support/receivers.ts'

let product: TestProduct
let accountIds: ReadonlyMap<string, string>
beforeAll(async () => {
  product = await startProductHere()
  const { body } = await product.call<{ data: { id: string; provider: string }[] }>(
    'GET',
    '/v1/provider-accounts?limit=100',
  )
  accountIds = new Map(body.data.map(({ id, provider }) => [provider, id]))
})
afterAll(() => product?.close())

interface Charge {
  id: string
  status: string
  provider: string
  transactionId: string
  refundedAmount: number
}

const AMOUNT = 12_345
const PERSON = { name: 'Bia Compradora', email: 'bia@example.com', document: '52998224725' }
const CARD = {
  cardNumber: '4111111111111111',
  holderName: 'BIA COMPRADORA',
  holderDocument: PERSON.document,
  expMonth: '08',
  expYear: '31',
  cvv: '123',
  email: PERSON.email,
}

async function charge(code: string, paymentMethod: PaymentMethod): Promise<Charge> {
  const providerAccountId = accountIds.get(code)
  const card =
    paymentMethod === 'CREDIT_CARD'
      ? { cardId: (await make<{ cardId: string }>(product, '/v1/cards', { ...CARD, providerAccountId })).cardId }
      : {}
  const wish = {
    amount: AMOUNT,
    paymentMethod,
    providerAccountId,
    items: [{ title: 'Caneca', unitPrice: AMOUNT, quantity: 1, tangible: true }],
    customer: { ...PERSON, phone: '11987654321' },
    address: ADDRESS,
    customerIp: '203.0.113.7',
    ...card,
  }
  return charged(product, wish)
}

async function read<T>(path: string): Promise<T> {
  return (await product.call<T>('GET', path)).body
}

const all = Object.values(providers)
const charges = all.flatMap(({ code, capabilities }) => capabilities.paymentMethods.map((method) => ({ code, method })))

// Each provider has books of its own, and most of the time they wait to be read.
test.concurrent.for(charges)(
  '$code by $method: charged, paid, approved, and given back where it can be',
  async ({ code, method }, { expect }) => {
    const { id, transactionId, provider } = await charge(code, method)
    expect(provider).toBe(code)
    expect(await product.sandbox.act({ provider: code, id: transactionId }, 'pay')).toMatchObject({
      amount: AMOUNT,
      method,
    })
    const status = async () => (await read<Charge>(`/v1/charges/${id}`)).status
    await expect.poll(status).toBe('APPROVED')

    if (!providers[code]?.capabilities.refundMethods.includes(method)) return
    const refund = await make<{ id: string; state: string }>(product, `/v1/charges/${id}/refunds`, {})
    const state = async () => (await read<{ state: string }>(`/v1/refunds/${refund.id}`)).state
    await expect.poll(state).toBe('APPROVED')
    expect(await read<Charge>(`/v1/charges/${id}`)).toMatchObject({ status: 'REFUNDED', refundedAmount: AMOUNT })
    const [booked] = (await product.sandbox.transactions({ provider: code })).filter((one) => one.id === transactionId)
    expect(booked).toMatchObject({ amount: AMOUNT, refunded: AMOUNT })
  },
)

test('a boleto that its provider serves as a PDF is found in our own store, for good', async () => {
  const { id } = await charge('TRANSFEERA', 'BILLET')
  const { billetUrl } = await read<{ billetUrl: string }>(`/v1/charges/${id}`)
  expect(new URL(billetUrl).pathname).toMatch(/^\/files\/billets\/[0-9a-f]{40}\/.+\.pdf$/)
  const file = await fetch(billetUrl)
  expect(file.headers.get('content-type')).toBe('application/pdf')
  expect(file.headers.get('cache-control')).toContain('immutable')
  expect(await file.text()).toMatch(/^%PDF-/)
})

const DESTINATIONS = {
  // Some banks pay out in the name of a receiver of the platform only.
  PIX: { pixKey: PERSON.document, pixType: 'CPF', receiverId: 'loja-demo' },
  BANK_ACCOUNT: {
    bankCode: '341',
    branchNumber: '1234',
    accountNumber: '567890',
    accountType: 'CHECKING',
    accountHolder: PERSON.name,
    accountDocument: PERSON.document,
  },
  RECEIVER: {},
} as const satisfies Record<WithdrawMethod, object>

/** The same, as the fakes' books have it. */
const BOOKED = {
  PIX: () => ({ key: PERSON.document, kind: 'CPF' }),
  BANK_ACCOUNT: () => ({ bank: '341', branch: '1234', account: '567890', document: PERSON.document }),
  RECEIVER: (receiver: string | undefined) => ({ receiver }),
} as const satisfies Record<WithdrawMethod, (receiver: string | undefined) => object>

async function receiverAt(code: string): Promise<{ receiverId: string }> {
  if (!opensReceivers(code)) return { receiverId: 're_demo' }
  const { receiverId } = await openReceiver(code)
  return { receiverId }
}

const opensReceivers = (code: string) => providers[code]?.capabilities.operations.includes('createReceiver') ?? false

/** With every paper and answer that any provider asks for. */
async function openReceiver(code: string): Promise<{ id: string; receiverId: string; status: string }> {
  // A platform may send eight files at once, and two receivers have ten papers.
  const papers: [string, string][] = []
  for (const name of RECEIVER_DOCUMENTS) papers.push([name, await upload(name)])
  const wish = {
    ...RECEIVER,
    ...COMPANY,
    name: 'Ateliê da Bia LTDA',
    documents: Object.fromEntries(papers),
    providerData: PROVIDER_DATA,
    providerAccountId: accountIds.get(code),
  }
  return make(product, '/v1/receivers', wish, ({ receiverId }) => Boolean(receiverId))
}

/** @returns where the file is, once it has been put there. */
async function upload(purpose: string): Promise<string> {
  const wish = { fileName: `${purpose}.pdf`, contentType: 'application/pdf', purpose }
  const { uploadUrl, headers, publicUrl } = await make<{
    uploadUrl: string
    headers: Record<string, string>
    publicUrl: string
  }>(product, '/v1/uploads', wish)
  const put = await fetch(uploadUrl, { method: 'PUT', headers, body: '%PDF-1.4 um documento' })
  expect(put.ok).toBe(true)
  return publicUrl
}

test.each(all.map(({ code }) => code).filter(opensReceivers))('%s opens a receiver', async (code) => {
  const { receiverId, status } = await openReceiver(code)
  expect(receiverId).toBeTruthy()
  expect(['PENDING', 'ACTIVE']).toContain(status)
})

test('what is charged in the name of a receiver is read and given back in its name', async () => {
  const { id: receiverToken } = await openReceiver('IUGU')
  const customer = { ...PERSON, phone: '11987654321' }
  const wish = { amount: AMOUNT, paymentMethod: 'PIX', customer, address: ADDRESS, receiverToken }
  const { id, transactionId } = await charged<Charge>(product, wish)
  await product.sandbox.act({ provider: 'IUGU', id: transactionId }, 'pay')
  const charge = () => read<Charge>(`/v1/charges/${id}`)
  await expect.poll(async () => (await charge()).status).toBe('APPROVED')
  await make(product, `/v1/charges/${id}/refunds`, {})
  await expect.poll(async () => (await charge()).status).toBe('REFUNDED')
})

const paying = all.filter(({ capabilities }) => capabilities.withdrawMethods.length > 0)

describe('paying out', () => {
  test.concurrent.for(paying)(
    '$code by each of its methods: sent once, and approved once the bank has paid',
    async ({ code, capabilities }, { expect }) => {
      for (const method of capabilities.withdrawMethods) await withdraw(code, method, expect)
    },
  )

  async function withdraw(code: string, method: WithdrawMethod, expect: ExpectStatic): Promise<void> {
    const before = await product.sandbox.withdrawals(code)
    const receiver = method === 'RECEIVER' ? await receiverAt(code) : undefined
    const { id } = await make<{ id: string }>(product, '/v1/withdrawals', {
      amount: AMOUNT,
      paymentMethod: method,
      ...PERSON,
      ...DESTINATIONS[method],
      ...receiver,
      providerAccountId: accountIds.get(code),
    })
    await expect.poll(async () => (await product.sandbox.withdrawals(code)).length).toBe(before.length + 1)
    const [newest] = await product.sandbox.withdrawals(code)
    if (!newest) throw new Error(`${code} has no withdrawal`)
    expect(newest).toMatchObject({ amount: AMOUNT, destination: BOOKED[method](receiver?.receiverId) })
    if (newest.stage === 'pending') await product.sandbox.settleWithdrawal(newest)
    if (!providers[code]?.capabilities.operations.includes('readWithdraw')) return
    const status = async () => (await read<{ status: string }>(`/v1/withdrawals/${id}`)).status
    await expect.poll(status).toBe('APPROVED')
  }
})
