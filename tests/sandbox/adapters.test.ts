/** The product's adapters and the fake providers share no code: here each is the other's examiner, over a real connection. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cents } from '../../domain/money.ts'
import type { PaymentMethod } from '../../domain/payment-method.ts'
import type { TransactionRequest } from '../../domain/transaction.ts'
import type { PixKeyType } from '../../domain/withdrawal.ts'
import { drive } from '../../gateway/drive.ts'
import { providers } from '../../providers/index.ts'
import { INPUTS, SEALED_CARD } from '../providers/support/inputs.ts'
import { PROVIDER_DATA } from '../support/receivers.ts'
import { asIncoming, openConnection } from './live-connection.ts'
import { DESTINATIONS, PIX_KEYS, WITHDRAWALS } from './payees.ts'
import { publicSigningKey } from './signing-key.ts'
import { type Api, launchSandbox, openReceiver } from './support.ts'
import { termsOf } from './terms.ts'

const CREATIONS = {
  PIX: INPUTS.pixWithAddress,
  CREDIT_CARD: INPUTS.card,
  BILLET: INPUTS.boleto,
} as const satisfies Record<PaymentMethod, TransactionRequest>

/** A centavo over a real, what binary fractions of reais get wrong, and as much as every fake pays out. */
const AMOUNTS = [101, 1_005, 1_990_029].map(cents)

/** The specification lists it as empty. */
const EMPTY = ['ULTRAGATE']
const codes = Object.keys(providers).filter((code) => !EMPTY.includes(code))

/** Both sides' time, which stands still during a test, so that a deadline is exact. */
let time = Date.parse('2030-05-14T13:00:00.000Z')
const now = () => new Date(time).toISOString()
beforeEach(() => {
  time += 1000
})

let api: Api
beforeAll(async () => {
  api = await launchSandbox({ now: () => time })
  await api.control('PUT', '/signing-keys/IUGU', { publicKey: publicSigningKey() })
})
afterAll(() => api.close())

it('every provider but the empty one has a fake', () => {
  expect(api.accounts.map(({ provider }) => provider).sort()).toEqual(codes.toSorted())
})

/** Their withdrawal webhooks are known. */
const TELL_OF_WITHDRAWALS = new Set(
  (
    'ASAAS AXISBANK CASHTIME EZZEBANK FIREBANK FLOW2PAY GATYWAY IUGU MEDIUS NEWLEVEL NOXPAY ONZ ORBITA PAGNET PAGOUAI PAYSHARKGATEWAY ' +
    'PLUGGO PLUGGOU PODPAY PODPAY2 PRIMEPAG PRONTTUS RAPDYN REFLOW2 REFLOWPAY SIMPAY SUITPAY SYNCPAY TRANSFEERA TREEAL VELTRAX ' +
    'VEXYPAYMENTS WITETEC ZENDRY'
  ).split(' '),
)
/** What is signed does not cover it, or no documentation says what its words mean: it is read. */
const SAY_NO_STATUS = new Set(['EZZEBANK', 'IUGU', 'PRIMEPAG', 'ZENDRY'])

describe.each(codes)('%s', (code) => {
  const { capabilities } = providers[code] as (typeof providers)[string]
  const { operations, paymentMethods, withdrawMethods } = capabilities
  const can = (operation: (typeof operations)[number]) => operations.includes(operation)

  it.each(paymentMethods)('charges by %s: created, found, paid, told, read, refunded', async (method) => {
    const { connection, url, received } = await open(code)
    const { provider, context } = connection
    const reference = `${paymentMethods.indexOf(method)}${CREATIONS[method].reference.slice(1)}`
    const terms = termsOf(code, method)
    const request = {
      ...CREATIONS[method],
      reference,
      webhookUrl: url,
      ...terms?.asked,
      ...(await cardOf(connection, method)),
    }
    const created = await drive(connection, provider.createTransaction(request, context))
    expect(created).toMatchObject({ amount: request.amount })
    expect(created.unmapped ?? false).toBe(false)
    if (method === 'PIX') expect(created.pixCode).toContain('br.gov.bcb.pix')
    if (method === 'BILLET') expect(created.billetCode ?? created.billetUrl).toBeTruthy()
    const { transactionId } = created
    const [booked] = await api.transactions(code)
    expect(booked).toMatchObject({ id: transactionId, amount: request.amount, method, refunded: 0 })
    if (terms) {
      const { installments, shares, namesAddress, deadline } = terms
      const webhookUrl = namesAddress ? url : null
      expect(booked).toMatchObject({ installments, shares, webhookUrl, hasDeadline: deadline !== null })
      if (deadline) expect(booked.expiresAt).toBe(deadline(now()))
      if (method === 'PIX') expect(created.expiresAt).toBe(terms.payableUntil(now()))
    }
    if (provider.lookup) {
      const attempt = { reference: request.reference, paymentMethod: method, createdAt: now() }
      expect(await drive(connection, provider.findTransaction(attempt, context))).toMatchObject({ transactionId })
    }

    await api.act(code, transactionId, 'pay')
    if (method !== 'CREDIT_CARD') await expect.poll(() => received.length).toBeGreaterThan(0)
    for (const one of received) {
      const webhook = asIncoming(one, now())
      if (provider.webhookVerification !== 'none')
        expect(provider.verifyWebhook(webhook, context.credentials)).toBe(true)
      const event = provider.translateWebhook(webhook)
      if (event.type !== 'TRANSACTION') return expect.fail(`${event.type}: ${one.text}`)
      const { transactionId: named, reference } = event
      expect(named === transactionId || reference === request.reference, one.text).toBe(true)
    }
    if (can('readTransaction')) {
      const reading = await drive(
        connection,
        provider.readTransaction({ transactionId, paymentMethod: method }, context),
      )
      expect(reading).toMatchObject({ transactionId, status: 'APPROVED' })
      expect(reading.amount ?? request.amount).toBe(request.amount)
    } else {
      const event = provider.translateWebhook(asIncoming(received[0] as (typeof received)[number], now()))
      expect(event).toMatchObject({ status: 'APPROVED' })
    }
    expect((await api.requests(code)).find(({ committed }: { committed: number }) => committed > 0)).toBeTruthy()

    if (!capabilities.refundMethods.includes(method)) return
    // What is left of it makes room for a repetition that would pay twice, and for an amount that was not read.
    const amount = terms?.refundsParts ? cents(Math.floor(request.amount / 3)) : request.amount
    const refund = {
      transactionId,
      paymentMethod: method,
      amount,
      chargeAmount: request.amount,
      reference: 'f'.repeat(32),
    }
    const times = provider.refundIdempotency.type === 'none' ? 1 : 2
    for (let time = 0; time < times; time += 1) {
      expect(await drive(connection, provider.refund(refund, context))).toMatchObject({ status: true })
    }
    expect((await api.transactions(code))[0]).toMatchObject({ refunded: amount })
  })

  it.each(withdrawMethods)('pays out by %s, and says how it stands', async (method) => {
    const { connection, url, received } = await open(code)
    const { provider, context } = connection
    const withdrawReference = `${withdrawMethods.indexOf(method)}${WITHDRAWALS[method].withdrawReference.slice(1)}`
    const receiver = method === 'RECEIVER' ? await receiverOf(connection) : undefined
    const request = { ...WITHDRAWALS[method], ...receiver, withdrawReference, webhookUrl: url }
    const made = await drive(connection, provider.withdraw(request, context))
    expect(made.unmapped ?? false).toBe(false)
    expect(['PENDING', 'APPROVED']).toContain(made.status)
    const [kept] = (await api.control('GET', `/withdrawals?provider=${code}`)).body.data
    expect(kept).toMatchObject({ amount: request.amount, stage: expect.stringMatching(/^(?:pending|paid)$/) })
    expect(kept.destination).toEqual(method === 'RECEIVER' ? { receiver: receiver?.receiverId } : DESTINATIONS[method])
    if (provider.withdrawLookup) {
      const found = await drive(connection, provider.findWithdraw({ withdrawReference, createdAt: now() }, context))
      expect(found).toMatchObject({ withdrawId: made.withdrawId })
    }
    await api.control('POST', `/withdrawals/${code}/${encodeURIComponent(kept.id)}/settle`)
    if (TELL_OF_WITHDRAWALS.has(code)) {
      await expect.poll(() => received.length).toBeGreaterThan(0)
      const webhook = asIncoming(received[0] as (typeof received)[number], now())
      if (provider.webhookVerification !== 'none') {
        expect(provider.verifyWebhook(webhook, context.credentials)).toBe(true)
      }
      const said = provider.translateWebhook(webhook)
      // Where nothing in a notice says what it is about, it is about whatever has its id.
      const event = said.type === 'TRANSACTION' ? said.orWithdrawal : said
      const status = SAY_NO_STATUS.has(code) ? null : 'APPROVED'
      expect(event).toMatchObject({ type: 'WITHDRAW', withdrawId: made.withdrawId, status })
      if (event && 'amount' in event) expect(event.amount).toBe(request.amount)
    }
    if (!can('readWithdraw')) return
    const key = {
      withdrawId: made.withdrawId,
      paymentMethod: method,
      ...('receiverId' in request ? { receiverId: request.receiverId } : {}),
    }
    expect(await drive(connection, provider.readWithdraw(key, context))).toMatchObject({ status: 'APPROVED' })
  })

  if (withdrawMethods.includes('PIX')) {
    it.each(Object.keys(PIX_KEYS) as PixKeyType[])('pays to the key that is typed, if it is a %s', async (pixType) => {
      const { connection } = await open(code)
      const { provider, context } = connection
      const [pixKey, key] = PIX_KEYS[pixType]
      const request = { ...WITHDRAWALS.PIX, pixKey, pixType, withdrawReference: randomUUID().replaceAll('-', '') }
      const { withdrawId } = await drive(connection, provider.withdraw(request, context))
      const { data } = (await api.control('GET', `/withdrawals?provider=${code}`)).body
      const kept = data.filter(({ destination }: { destination: { key: string } }) => destination.key === key)
      expect(kept, withdrawId).toMatchObject([{ destination: { key, kind: pixType } }])
    })
  }

  it('books to the cent what is asked of it, whatever that is', async () => {
    const { connection, url } = await open(code)
    const { provider, context } = connection
    for (const [index, amount] of AMOUNTS.entries()) {
      for (const method of paymentMethods) {
        const reference = `f${index}${paymentMethods.indexOf(method)}${CREATIONS[method].reference.slice(3)}`
        const items = [{ title: 'Camiseta', unitPrice: amount, quantity: 1, tangible: true }]
        const request = {
          ...CREATIONS[method],
          ...(await cardOf(connection, method)),
          reference,
          webhookUrl: url,
          amount,
          items,
        }
        const { transactionId } = await drive(connection, provider.createTransaction(request, context))
        const booked = (await api.transactions(code)).find(({ id }: { id: string }) => id === transactionId)
        expect(booked, method).toMatchObject({ amount, method })
      }
      for (const method of withdrawMethods) {
        const withdrawReference = `${index}${withdrawMethods.indexOf(method)}${'e'.repeat(30)}`
        const receiver = method === 'RECEIVER' ? await receiverOf(connection) : {}
        const request = { ...WITHDRAWALS[method], ...receiver, amount, withdrawReference }
        await drive(connection, provider.withdraw(request, context))
        const { data } = (await api.control('GET', `/withdrawals?provider=${code}`)).body
        const alike = data.filter((kept: { amount: number }) => kept.amount === amount)
        expect(alike, method).toHaveLength(withdrawMethods.indexOf(method) + 1)
      }
    }
  })

  if (can('readBalance')) {
    it('says what is held: what was paid in, and not what waits', async () => {
      const { connection } = await open(code)
      const { provider, context } = connection
      // Where withdrawals leave a receiver, the money is a receiver's.
      const question = withdrawMethods.includes('RECEIVER') ? await receiverOf(connection) : {}
      const held = async () => (await drive(connection, provider.readBalance(question, context))).available
      const before = await held()
      const request = { ...CREATIONS.PIX, reference: `${'b'.repeat(31)}0`, webhookUrl: 'https://shop.example/hook' }
      const { transactionId, amount } = await drive(connection, provider.createTransaction(request, context))
      expect(await held()).toBe(before)
      await api.control('POST', `/transactions/${code}/${encodeURIComponent(transactionId)}/pay`)
      expect(await held()).toBe(before + amount)
    })
  }

  if (can('createReceiver')) {
    it('opens a receiver, and says how it stands', async () => {
      const { connection } = await open(code)
      const { provider, context } = connection
      const receiver = await drive(connection, provider.createReceiver(receiverRequest(code), context))
      expect(receiver).toMatchObject({ receiverProvider: code, email: INPUTS.receiver.email })
      if (!can('readReceiver')) return
      const reading = await drive(connection, provider.readReceiver(receiver, context))
      expect(reading.receiverId).toBe(receiver.receiverId)
    })
  }
})

async function open(code: string) {
  const { url, received } = await openReceiver()
  await api.control('PUT', `/webhook-addresses/${code}`, { url })
  return { connection: await openConnection(api, code, now()), url, received }
}

type Connection = Awaited<ReturnType<typeof openConnection>>

/** The card as this provider wants it: kept by the product, or in the provider's own vault; its code is asked for each time. */
async function cardOf(connection: Connection, method: PaymentMethod): Promise<{ cardId?: string; cvv?: string }> {
  if (method !== 'CREDIT_CARD') return {}
  const { cvv } = INPUTS.cardData
  const { provider, context } = connection
  const { operations } = provider.capabilities
  if (operations.includes('buildCardId')) {
    return { ...(await drive(connection, provider.buildCardId(INPUTS.cardData, context))), cvv }
  }
  if (!operations.includes('tokenizeCard')) return { cardId: SEALED_CARD, cvv }
  const { cardToken } = await drive(connection, provider.tokenizeCard(INPUTS.cardData, context))
  return { cardId: cardToken, cvv }
}

async function receiverOf(connection: Connection): Promise<{ receiverId: string }> {
  const { provider, context } = connection
  if (!provider.capabilities.operations.includes('createReceiver')) return { receiverId: 're1' }
  const { receiverId } = await drive(connection, provider.createReceiver(receiverRequest(provider.code), context))
  return { receiverId }
}

/** With every paper and answer that any provider asks for. */
function receiverRequest(code: string) {
  const paper = Buffer.from('%PDF-1.4').toString('base64')
  return {
    ...INPUTS.receiver,
    reference: `${code.toLowerCase()}${'0'.repeat(32)}`.slice(0, 32),
    providerData: PROVIDER_DATA,
    documents: {
      photoDocument: paper,
      photoPersonWithDocument: paper,
      photoDocumentSocialContract: paper,
      addressProof: paper,
      balanceSheet: paper,
    },
  }
}
