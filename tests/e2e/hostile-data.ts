/** Something of every kind, with texts as long as the API takes them: no space to break at, markup, right-to-left, emoji. */
import { expect, vi } from 'vitest'
import { charged, make, pay } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'

export const LONG = (length: number) => 'W'.repeat(length)
const ADDRESS = {
  zipCode: '01310100',
  address: LONG(100),
  number: '1',
  district: LONG(60),
  city: LONG(60),
  state: 'SP',
}
const WITHOUT_SPACES = `<img/src=x>שלום👩🏽‍🚀`
/** `length` characters as the API counts them. */
export const hostile = (length: number) => WITHOUT_SPACES + LONG(length - [...WITHOUT_SPACES].length)
export const NAME = hostile(180)
export const EMAIL = `${LONG(60)}@${LONG(60)}.com.br`
export const SLUG = 'w'.repeat(50)
const CUSTOMER = { name: NAME, email: EMAIL, document: '11144477735' }
const PATIENCE = { timeout: 120_000, interval: 200 }
const MOST = 99_999_999_999

type Made = Record<string, string>

interface Charge {
  id: string
  provider: string
  transactionId: string
  checkoutToken: string
  customerId: string
}

/** @returns the ids and tokens that addresses are made of. */
export async function makeHostile(product: TestProduct) {
  const call = async <T = Made>(method: string, path: string, body?: object, headers: Made = {}): Promise<T> => {
    if (method === 'POST') return make<T>(product, path, body ?? {}, undefined, headers)
    const answer = await product.call<T>(method, path, body, headers)
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const wish = async (provider: string, more: object = {}) => ({
    amount: MOST,
    paymentMethod: 'PIX',
    customer: CUSTOMER,
    items: [{ title: hostile(200), unitPrice: MOST, quantity: 1 }],
    orderId: LONG(100),
    description: LONG(500),
    metadata: { ['k'.repeat(40)]: hostile(500) },
    webhookUrl: `http://127.0.0.1:9/${LONG(500)}`,
    providerAccountId: await product.accountAt(provider),
    ...more,
  })
  const charge = async (provider: string, more?: object) => charged<Charge>(product, await wish(provider, more))

  const { data: platforms } = await call<{ data: Made[] }>('GET', '/v1/platforms')
  const { data: people } = await call<{ data: Made[] }>('GET', '/v1/users?limit=100')
  await call('PATCH', `/v1/platforms/${platforms[0]?.id}`, { name: hostile(100) })
  for (const { id } of people) await call('PATCH', `/v1/users/${id}`, { name: hostile(100) })
  for (const provider of ['ASAAS', 'PAGUESAFE', 'BRAVIVE', 'IUGU']) {
    await call('PATCH', `/v1/provider-accounts/${await product.accountAt(provider)}`, { name: hostile(100) })
  }
  const { key = '' } = await call('POST', '/v1/api-keys', { name: hostile(100), role: 'admin' })
  const byKey = { authorization: `Bearer ${key}` }

  const paid = await charge('ASAAS')
  await pay(product, paid)
  const boleto = await charge('ASAAS', { paymentMethod: 'BILLET' })
  await product.sandbox.setFault('PAGUESAFE', 'createTransaction', { fault: 'commitThenDrop' })
  // Not before it is: the next charge there would meet what was meant for this one.
  const isStuck = ({ needsAttention }: { needsAttention: boolean }) => needsAttention
  const stuck = await make<Charge & { needsAttention: boolean }>(
    product,
    '/v1/charges',
    await wish('PAGUESAFE'),
    isStuck,
  )
  const disputed = await charge('PAGUESAFE')
  await pay(product, disputed)
  await product.sandbox.act({ provider: 'PAGUESAFE', id: disputed.transactionId }, 'chargeback')

  const refund = await call('POST', `/v1/charges/${paid.id}/refunds`, { amount: 1, metadata: { k: hostile(500) } })
  const withdrawal = await call('POST', '/v1/withdrawals', {
    amount: MOST,
    paymentMethod: 'PIX',
    pixType: 'EMAIL',
    pixKey: `${LONG(40)}@${LONG(40)}.com.br`,
    name: hostile(200),
    description: LONG(200),
    providerAccountId: await product.accountAt('BRAVIVE'),
  })
  const receiver = await call('POST', '/v1/receivers', {
    name: NAME,
    document: '52998224725',
    documentType: 'CPF',
    email: EMAIL,
    address: { street: 'Rua', number: '1', zipcode: '01310100', city: 'SP', district: 'Centro', state: 'SP' },
    bankAccount: {
      bankCode: '341',
      branchNumber: '1234',
      accountNumber: '56789',
      accountDigit: '0',
      accountType: 'CHECKING',
    },
    providerAccountId: await product.accountAt('ASAAS'),
    providerData: { incomeValue: 100_000 },
  })

  const goods = { name: hostile(200), description: hostile(2000) }
  const { id: productId } = await call('POST', '/v1/products', goods, byKey)
  const sold = {
    productId,
    name: hostile(200),
    price: MOST,
    paymentMethods: ['PIX', 'CREDIT_CARD', 'BILLET'],
    slug: SLUG,
  }
  await call('POST', '/v1/offers', sold, byKey)
  await call('POST', '/v1/payment-links', { amount: MOST, title: hostile(200) }, byKey)
  const order = await call('POST', `/v1/checkout/pages/${SLUG}/charges`, {
    paymentMethod: 'PIX',
    customer: { ...CUSTOMER, phone: '11912345678' },
    address: ADDRESS,
  })
  const newest = async () => (await call<{ data: Charge[] }>('GET', '/v1/charges?limit=1')).data
  const ordered = await vi.waitUntil(async () => (await newest()).find(({ transactionId }) => transactionId), PATIENCE)
  await product.sandbox.act({ provider: ordered.provider, id: ordered.transactionId }, 'pay')
  const url = `http://127.0.0.1:9/${LONG(900)}`
  await call('POST', '/v1/webhook-endpoints', { url, events: ['*'] })
  const test = await call('POST', '/v1/api-keys', { name: 'tests', role: 'admin', mode: 'test' })
  const inTests = { authorization: `Bearer ${test.key}` }
  const examined = await call('POST', '/v1/webhook-endpoints', { url, events: ['*'] }, inTests)
  const exam = await call('POST', '/v1/exams', { endpointId: examined.id }, inTests)
  const accounts = [{ providerAccountId: await product.accountAt('ASAAS') }]
  await call('POST', '/v1/routing-rules', { name: hostile(100), accounts, enabled: false })
  await call('POST', '/v1/exports', { resource: 'charges', filters: { q: LONG(100), orderId: LONG(100) } })
  await importStatement(product, await product.accountAt('PAGUESAFE'))

  const disputes = () => call<{ data: Made[] }>('GET', `/v1/disputes?chargeId=${disputed.id}`)
  await vi.waitUntil(async () => (await disputes()).data.length > 0, PATIENCE)
  const dispute = String((await disputes()).data[0]?.id)
  await addEvidence(call, dispute)
  await call('POST', `/v1/disputes/${dispute}/resolve`, { state: 'LOST', note: hostile(1000) }, byKey)

  return {
    paid: String(paid.id),
    stuck: String(stuck.id),
    boleto: String(boleto.id),
    token: String(paid.checkoutToken),
    boletoToken: String(boleto.checkoutToken),
    orderToken: String(order.token),
    refund: String(refund.id),
    withdrawal: String(withdrawal.id),
    receiver: String(receiver.id),
    dispute,
    customer: String(paid.customerId),
    product: String(productId),
    exam: String(exam.id),
  }
}

type Call = (method: string, path: string, body?: object) => Promise<Made>

async function addEvidence(call: Call, dispute: string): Promise<void> {
  const named = { fileName: 'nota.pdf', contentType: 'application/pdf', purpose: 'disputeEvidence' }
  const upload = (await call('POST', '/v1/uploads', named)) as unknown as {
    uploadUrl: string
    headers: Made
    publicUrl: string
  }
  const sent = await fetch(upload.uploadUrl, { method: 'PUT', headers: upload.headers, body: '%PDF-1.4 nota' })
  expect(sent.ok).toBe(true)
  await call('POST', `/v1/disputes/${dispute}/evidence`, { url: upload.publicUrl, name: `${hostile(196)}.pdf` })
}

async function importStatement({ addresses, adminApiKey }: TestProduct, providerAccountId: string): Promise<void> {
  const form = new FormData()
  form.set('providerAccountId', providerAccountId)
  form.set('columns', JSON.stringify({ transactionId: 'Id', amount: 'Valor', status: 'Estado' }))
  const lines = ['Id;Valor;Estado', `${LONG(200)};999999999,99;${LONG(200)}`]
  form.set('file', new Blob([lines.join('\n')], { type: 'text/csv' }), `${hostile(190)}.csv`)
  const headers = { authorization: `Bearer ${adminApiKey}` }
  const answer = await fetch(`${addresses.app}/v1/reconciliation/statements`, { method: 'POST', headers, body: form })
  expect(answer.status).toBe(201)
}
