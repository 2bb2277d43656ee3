/** What sellers are told is written with the change that it is about, or not at all; numbers have no gap. */
import { eq, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Queryable } from '../../db/client.ts'
import { appendEvents } from '../../db/queries/charge/events.ts'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { moveDisbursement } from '../../db/queries/disbursement/transitions.ts'
import { moveReceiver } from '../../db/queries/receiver/transitions.ts'
import { databaseTime } from '../../db/queries/time.ts'
import { claimDeliveries } from '../../db/queries/webhook/deliveries.ts'
import {
  disbursementAttempts,
  disbursements,
  payments,
  receivers,
  sellerEvents,
  webhookDeliveries,
  webhookEndpoints,
} from '../../db/schema/index.ts'
import type { ChosenEvent } from '../../domain/seller-event.ts'
import { startTestApi, type TestApi } from '../api/support.ts'
import { RECEIVER_ROW } from '../support/receivers.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())
beforeEach(async () => {
  const { writer } = api.database
  await writer.delete(webhookDeliveries)
  await writer.delete(sellerEvents)
  await writer.delete(webhookEndpoints)
})

const listen = async (events: ChosenEvent[], changes: Partial<typeof webhookEndpoints.$inferInsert> = {}) => {
  const { platformId } = api.home
  const values = { platformId, url: 'https://shop.example/hook', events, sealedSecret: 'sealed', ...changes }
  const [row] = await api.database.writer.insert(webhookEndpoints).values(values).returning()
  return row?.id ?? ''
}

const told = async () => {
  const rows = await api.database.writer.select().from(sellerEvents)
  return rows
    .toSorted((one, other) => one.sequence - other.sequence)
    .map(({ type, subjectId, sequence }) => ({ type, subjectId, sequence }))
}

const addReceiver = async () => {
  const account = await api.addAccount(api.home, 'ASAAS')
  const row = { platformId: api.home.platformId, providerAccountId: account.id, provider: 'ASAAS', ...RECEIVER_ROW }
  const [receiver] = await api.database.writer
    .insert(receivers)
    .values({ ...row, sealedReceiverToken: 'sealed' })
    .returning()
  return receiver?.id ?? ''
}

const approve = (chargeId: string) => ({
  chargeId,
  to: 'APPROVED' as const,
  cause: 'webhook' as const,
  key: 'webhook/1',
})
const partly = (number: number) => ({
  key: `refund/${number}`,
  type: 'partiallyRefunded' as const,
  cause: 'api' as const,
})

describe('a change and its event', () => {
  test('are there together, once, however often the change is repeated', async () => {
    const endpoint = await listen(['*'])
    const { id } = await api.addMadeCharge(api.home)
    for (let time = 0; time < 3; time += 1) await applyTransition(api.database.writer, approve(id))
    expect(await told()).toEqual([{ type: 'charge.approved', subjectId: id, sequence: 2 }])
    const deliveries = await api.database.writer.select().from(webhookDeliveries)
    expect(deliveries).toMatchObject([{ endpointId: endpoint, chargeId: id, state: 'pending', attempts: 0 }])
  })

  test('are gone together when the transaction is', async () => {
    await listen(['*'])
    const { id } = await api.addMadeCharge(api.home, { webhookUrl: 'https://shop.example/own' })
    const killed = api.database.writer.transaction(async (tx) => {
      expect(await applyTransition(tx, approve(id))).toMatchObject({ moved: true })
      await tx.execute(sql`SET CONSTRAINTS ALL IMMEDIATE`)
      expect(await tx.select().from(sellerEvents)).toHaveLength(1)
      throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    expect(await told()).toEqual([])
    expect(await api.database.writer.select().from(webhookDeliveries)).toEqual([])
  })

  test('are the same again when a failover has forgotten them, also of a dispute', async () => {
    await listen(['*'])
    const { id } = await api.addMadeCharge(api.home)
    const other = await api.addMadeCharge(api.home)
    const disputed = { ...approve(id), to: 'CHARGEBACK', key: 'webhook/2' } as const
    const happen = async (db: Queryable) => {
      for (const change of [approve(id), disputed, approve(other.id)]) await applyTransition(db, change)
      await db.execute(sql`SET CONSTRAINTS ALL IMMEDIATE`)
      const rows = await db.select().from(sellerEvents).orderBy(sellerEvents.id)
      return rows.map(({ id, type, subjectId, sequence }) => ({ id, type, subjectId, sequence }))
    }
    let forgotten: Awaited<ReturnType<typeof happen>> = []
    const failover = api.database.writer.transaction(async (tx) => {
      forgotten = await happen(tx)
      throw new Error('failover')
    })
    await expect(failover).rejects.toThrow('failover')
    expect(new Set(forgotten.map((event) => event.id)).size).toBe(4)
    expect(await happen(api.database.writer)).toEqual(forgotten)
  })

  test('the snapshot is of the moment of the change', async () => {
    await listen(['charge.approved', 'charge.chargeback'])
    const { id } = await api.addMadeCharge(api.home)
    await applyTransition(api.database.writer, approve(id))
    await applyTransition(api.database.writer, { ...approve(id), to: 'CHARGEBACK', key: 'webhook/2' })
    const rows = await api.database.writer.select().from(sellerEvents)
    expect(rows.map(({ type, snapshot }) => [type, snapshot.status])).toEqual([
      ['charge.approved', 'APPROVED'],
      ['charge.chargeback', 'CHARGEBACK'],
    ])
  })
})

describe('numbers', () => {
  test('follow one another also when changes come all at once', async () => {
    await listen(['*'])
    const { id } = await api.addMadeCharge(api.home)
    await applyTransition(api.database.writer, approve(id))
    const numbers = Array.from({ length: 24 }, (_, index) => index)
    await Promise.all(numbers.map((number) => appendEvents(api.database.writer, id, [partly(number)])))
    const sequences = (await told()).map(({ sequence }) => sequence)
    expect(sequences).toEqual(Array.from({ length: 25 }, (_, index) => index + 2))
  })

  test('follow one another within one statement', async () => {
    await listen(['*'])
    const { id } = await api.addMadeCharge(api.home)
    await applyTransition(api.database.writer, approve(id))
    await appendEvents(api.database.writer, id, [partly(1), partly(2), partly(3)])
    expect((await told()).map(({ sequence }) => sequence)).toEqual([2, 3, 4, 5])
  })

  test('a transaction that only its payment makes known is created before it is paid', async () => {
    await listen(['*'])
    const { id } = await api.addCharge(api.home)
    const { id: accountId } = await api.addAccount(api.home, 'ASAAS')
    const { writer } = api.database
    await applyTransition(writer, { chargeId: id, to: 'REJECTED', cause: 'operator', key: 'ended', givesUp: true })
    await applyTransition(writer, { ...approve(id), of: { accountId, transactionId: uuidv7(), provider: 'ASAAS' } })
    expect((await told()).map(({ sequence, type }) => [sequence, type])).toEqual([
      [1, 'charge.rejected'],
      [2, 'charge.created'],
      [3, 'charge.approved'],
    ])
  })

  test('count what no endpoint heard of, too', async () => {
    const { id } = await api.addMadeCharge(api.home)
    await applyTransition(api.database.writer, approve(id))
    await listen(['*'])
    await appendEvents(api.database.writer, id, [partly(1)])
    expect(await told()).toEqual([{ type: 'charge.partially_refunded', subjectId: id, sequence: 3 }])
  })
})

describe('who is told', () => {
  const CASES: [
    name: string,
    events: ChosenEvent[],
    changes: Partial<typeof webhookEndpoints.$inferInsert>,
    hears: boolean,
  ][] = [
    ['all events', ['*'], {}, true],
    ['this event', ['charge.refunded', 'charge.approved'], {}, true],
    ['another event', ['charge.refunded'], {}, false],
    ['switched off', ['*'], { enabled: false }, false],
    ['removed', ['*'], { deletedAt: '2026-01-01T00:00:00Z' }, false],
  ]
  test.each(CASES)('%s', async (_, events, changes, hears) => {
    await listen(events, changes)
    const { id } = await api.addMadeCharge(api.home)
    await applyTransition(api.database.writer, approve(id))
    expect(await told()).toHaveLength(hears ? 1 : 0)
  })

  test('no other platform', async () => {
    await listen(['*'], { platformId: api.other.platformId })
    const { id } = await api.addMadeCharge(api.home)
    await applyTransition(api.database.writer, approve(id))
    expect(await told()).toEqual([])
  })

  test('each endpoint by a delivery of its own, and the address of the charge', async () => {
    const endpoints = [await listen(['*']), await listen(['charge.approved'])]
    const { id } = await api.addMadeCharge(api.home, { webhookUrl: 'https://shop.example/own' })
    await applyTransition(api.database.writer, approve(id))
    expect(await told()).toHaveLength(1)
    const deliveries = await api.database.writer.select().from(webhookDeliveries)
    const to = deliveries.map(({ endpointId, url }) => endpointId ?? url)
    expect(new Set(to)).toEqual(new Set([...endpoints, 'https://shop.example/own']))
    expect(deliveries).toHaveLength(3)
  })
})

describe('movements other than charges', () => {
  const addDisbursement = async (kind: 'refund' | 'withdrawal') => {
    const { writer } = api.database
    const account = await api.addAccount(api.home, 'ASAAS')
    const common = { platformId: api.home.platformId, kind, amount: 700, providerAccountId: account.id }
    const charge = kind === 'refund' ? await api.addMadeCharge(api.home, { status: 'APPROVED' }) : undefined
    const [payment] = charge ? await writer.select().from(payments).where(eq(payments.chargeId, charge.id)) : []
    const own = payment ? { chargeId: payment.chargeId, paymentId: payment.id } : ({ method: 'PIX' } as const)
    const [row] = await writer
      .insert(disbursements)
      .values({ ...common, ...own })
      .returning()
    const id = row?.id ?? ''
    await writer.insert(disbursementAttempts).values({
      disbursementId: id,
      number: 1,
      providerAccountId: account.id,
      provider: 'ASAAS',
      reference: uuidv7(),
      state: 'answered',
    })
    return id
  }
  const OUTCOMES = [
    ['refund', 'APPROVED', 'refund.approved'],
    ['refund', 'REJECTED', 'refund.rejected'],
    ['refund', 'CANCELED', 'refund.rejected'],
    ['withdrawal', 'APPROVED', 'withdrawal.approved'],
    ['withdrawal', 'REJECTED', 'withdrawal.rejected'],
    ['withdrawal', 'CANCELED', 'withdrawal.canceled'],
  ] as const
  test.each(OUTCOMES)('a %s that ends %s: pending, then %s', async (kind, to, type) => {
    await listen([`${kind}.pending`, type])
    const id = await addDisbursement(kind)
    const move = { disbursementId: id, to, cause: 'provider', key: 'answer' } as const
    await api.database.writer.transaction((tx) => moveDisbursement(tx, move))
    expect(await told()).toEqual([
      { type: `${kind}.pending`, subjectId: id, sequence: 1 },
      { type, subjectId: id, sequence: 2 },
    ])
  })

  test.each([
    ['ACTIVE', 'receiver.active'],
    ['REJECTED', 'receiver.rejected'],
  ] as const)('a receiver that becomes %s', async (to, type) => {
    await listen(['*'])
    const id = await addReceiver()
    await moveReceiver(api.database.writer, id, { to, cause: 'provider', key: 'poll' })
    expect(await told()).toEqual([{ type, subjectId: id, sequence: 1 }])
    const [event] = await api.database.writer.select().from(sellerEvents)
    for (const hidden of ['sealed_receiver_token', 'bank_account', 'address', 'exchange']) {
      expect(event?.snapshot).not.toHaveProperty(hidden)
    }
  })
})

test('a receiver that its provider looks at anew is not told to wait, and the numbers have no gap', async () => {
  await listen(['*'])
  const id = await addReceiver()
  const move = (change: Omit<Parameters<typeof moveReceiver>[2], 'cause'>) =>
    moveReceiver(api.database.writer, id, { cause: 'poll', ...change })
  expect(await move({ to: 'ACTIVE', key: '1' })).toBe('ACTIVE')
  expect(await move({ to: 'PENDING', key: '2', revises: true })).toBe('PENDING')
  expect(await move({ to: 'ACTIVE', key: '3' })).toBe('ACTIVE')
  expect(await told()).toEqual([
    { type: 'receiver.active', subjectId: id, sequence: 1 },
    { type: 'receiver.active', subjectId: id, sequence: 2 },
  ])
})

test('a queued delivery is claimed by one process at a time, and again when nothing came of it', async () => {
  await listen(['*'])
  for (let number = 0; number < 5; number += 1) {
    const { id } = await api.addMadeCharge(api.home)
    await applyTransition(api.database.writer, approve(id))
  }
  const now = await databaseTime(api.database.writer)
  const claim = async (limit: number) => (await claimDeliveries(api.database.writer, now, limit)).claimed
  const claimAll = (): Promise<{ id: string }[]> =>
    claim(2).then(async (some) => (some.length === 0 ? [] : [...some, ...(await claimAll())]))
  const claims = await Promise.all(Array.from({ length: 6 }, claimAll))
  const ids = claims.flat().map(({ id }) => id)
  expect([ids.length, new Set(ids).size]).toEqual([5, 5])
  expect(await claim(10)).toEqual([])
  await api.database.writer.update(webhookDeliveries).set({ startAt: '2026-01-01T00:00:00Z' })
  expect(await claim(10)).toHaveLength(5)
})
