/** What withdraws a code, held against every fake whose provider has such a call: never money that has come. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PaymentMethod } from '../../domain/payment-method.ts'
import { drive } from '../../gateway/drive.ts'
import { providers } from '../../providers/index.ts'
import { INPUTS } from '../providers/support/inputs.ts'
import { openConnection } from './live-connection.ts'
import { type Api, launchSandbox } from './support.ts'

/** A card is decided at once: nothing of it waits. */
const CREATIONS = { PIX: INPUTS.pixWithAddress, BILLET: INPUTS.boleto } as const
const TIME = '2030-05-14T13:00:00.000Z'

let api: Api
beforeAll(async () => {
  api = await launchSandbox({ now: () => Date.parse(TIME) })
})
afterAll(() => api.close())

const isByCode = (method: PaymentMethod): method is keyof typeof CREATIONS => method in CREATIONS
const withdrawing = Object.values(providers).flatMap(({ code, capabilities }) =>
  capabilities.cancelMethods.filter(isByCode).map((method) => ({ code, method })),
)

describe.each(withdrawing)('$code, $method', ({ code, method }) => {
  async function create(mark: string) {
    const connection = await openConnection(api, code, TIME)
    const { provider, context } = connection
    const reference = `${mark}${method === 'PIX' ? 1 : 2}${'a'.repeat(30)}`
    const request = { ...CREATIONS[method], reference, webhookUrl: 'http://127.0.0.1:9/none' }
    const { transactionId } = await drive(connection, provider.createTransaction(request, context))
    const transaction = { transactionId, paymentMethod: method }
    return {
      transactionId,
      cancel: () => drive(connection, provider.cancelTransaction(transaction, context)),
      read: () => drive(connection, provider.readTransaction(transaction, context)),
      stage: async () => (await api.transactions(code)).find(({ id }: { id: string }) => id === transactionId)?.stage,
    }
  }

  it('withdraws what waits, and again is the same', async () => {
    const { transactionId, cancel, read, stage } = await create('c')
    for (const _ of ['once', 'twice']) {
      expect(await cancel()).toMatchObject({ transactionId, status: 'REJECTED' })
      expect(await stage()).toBe('refused')
    }
    expect(await read()).toMatchObject({ status: 'REJECTED' })
  })

  it('leaves alone what was paid', async () => {
    const { transactionId, cancel, read, stage } = await create('d')
    await api.act(code, transactionId, 'pay')
    await expect(cancel()).rejects.toMatchObject({ kind: 'InvalidRequest' })
    expect(await stage()).toBe('paid')
    expect(await read()).toMatchObject({ status: 'APPROVED' })
  })
})

it('some withdraw codes', () => {
  expect(new Set(withdrawing.map(({ code }) => code)).size).toBeGreaterThan(5)
})
