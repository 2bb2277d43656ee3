/** Erasing a customer beside what else goes on about them: one after the other, and neither fails for the other's sake. */
import { eq, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Queryable } from '../../db/client.ts'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import {
  chargeAttempts,
  charges,
  checkoutOrders,
  customers,
  disbursements,
  disputes,
  mails,
  payments,
} from '../../db/schema/index.ts'
import { startTestApi, type TestApi } from './support.ts'

type Charge = typeof charges.$inferSelect

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

const BUYER = { name: 'Zenaide Quaresma', email: 'zenaide@buyers.example' }
const WAIT = { timeout: 60_000, interval: 20 }
const erase = (id: string | null, key = api.home.keys.operator) => api.call(key, 'DELETE', `/v1/customers/${id}`)
const writer = () => api.database.writer
const read = async (id: string): Promise<Charge | undefined> =>
  (await writer().select().from(charges).where(eq(charges.id, id)))[0]
const entries = async (customerId: string | null) => {
  const answer = await api.call(api.home.keys.admin, 'GET', `/v1/audit-log?target=customer/${customerId}`)
  return answer.json().data
}

let people = 0
/** A customer of whom nothing is under way. */
function buy(changes: Partial<typeof charges.$inferInsert> = {}): Promise<Charge> {
  people += 1
  const customer = { ...BUYER, document: String(people).padStart(11, '7') }
  return api.addMadeCharge(api.home, { customer, status: 'APPROVED', paidAt: '2026-11-01T12:00:00Z', ...changes })
}

async function addOrder(): Promise<string> {
  const [order] = await writer().insert(checkoutOrders).values({ platformId: api.home.platformId }).returning()
  return order?.id ?? ''
}

/** How many statements with this word in them wait for another transaction's lock. */
async function waiting(word: string): Promise<number> {
  const [row] = await writer().execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE ${`%${word}%`} AND pid <> pg_backend_pid()`)
  return row?.count ?? 0
}

/** Runs `before`, has the erasing begin and wait for it, runs `after` in the same transaction, and says what the erasing answered. */
async function around(
  { customerId }: Charge,
  before: (tx: Queryable) => Promise<unknown>,
  after: (tx: Queryable) => Promise<unknown> = async () => undefined,
): Promise<number> {
  const erasing = await writer().transaction(async (tx) => {
    await before(tx)
    const begun = erase(customerId)
    await expect.poll(() => waiting('erase_customer'), WAIT).toBe(1)
    await after(tx)
    return { answer: begun }
  })
  return (await erasing.answer).statusCode
}

const lock = (
  tx: Queryable,
  table: 'charges' | 'checkout_orders' | 'customers' | 'disputes',
  id: string | null,
  strength = 'NO KEY UPDATE',
) => tx.execute(sql`SELECT FROM ${sql.identifier(table)} WHERE id = ${id} FOR ${sql.raw(strength)}`)

const again = ({ customer }: Charge, more: Partial<typeof charges.$inferInsert> = {}) => ({
  platformId: api.home.platformId,
  paymentMethod: 'PIX' as const,
  amount: 100,
  customer,
  items: [],
  checkoutToken: uuidv7(),
  ...more,
})

const late = ({ id: chargeId, providerAccountId, transactionId, provider }: Charge) => ({
  chargeId,
  to: 'APPROVED' as const,
  cause: 'webhook' as const,
  key: 'webhook/late',
  isRead: true as const,
  of: { accountId: providerAccountId ?? '', transactionId: transactionId ?? '', provider: provider ?? '' },
})

describe('an erasing that meets', () => {
  it('a new charge of theirs leaves both charges alone', async () => {
    const charge = await buy()
    expect(await around(charge, (tx) => tx.insert(charges).values(again(charge)))).toBe(409)
    expect(await read(charge.id)).toMatchObject({ customerId: charge.customerId, customer: BUYER })
    expect(await entries(charge.customerId)).toEqual([])
  })

  it('a new charge is over before it, and who buys then is another customer', async () => {
    const charge = await buy()
    let buying: Promise<Charge> | undefined
    const [dispute] = await writer()
      .insert(disputes)
      .values({
        platformId: api.home.platformId,
        chargeId: charge.id,
        kind: 'MED',
        state: 'LOST',
        closedAt: '2026-11-02T12:00:00Z',
        amount: 1,
        currency: 'BRL',
      })
      .returning()
    // It has all its locks by then.
    const answer = await around(
      charge,
      (tx) => lock(tx, 'disputes', dispute?.id ?? ''),
      async () => {
        buying = api.addCharge(api.home, again(charge))
        await expect.poll(() => waiting('insert into "charges"'), WAIT).toBe(1)
      },
    )
    const next = await buying
    expect(answer).toBe(204)
    expect(next?.customerId).not.toBe(charge.customerId)
    expect(next?.customer).toEqual(charge.customer)
    expect(await read(charge.id)).toMatchObject({ customerId: null, customer: { name: '', email: '', document: '' } })
  })

  it('the next try of their order waits for it, and the try does not wait for the erasing', async () => {
    const checkoutOrderId = await addOrder()
    const charge = await buy({ checkoutOrderId, status: 'REJECTED', paidAt: null })
    const answer = await around(
      charge,
      (tx) => lock(tx, 'checkout_orders', checkoutOrderId),
      (tx) => tx.insert(charges).values(again(charge, { checkoutOrderId })),
    )
    expect(answer).toBe(409)
  })

  it("an attempt's late answer lets it be written", async () => {
    const charge = await buy({ status: 'REJECTED', paidAt: null })
    const { id: chargeId, providerAccountId, provider } = charge
    const attempt = { chargeId, number: 1, providerAccountId: providerAccountId ?? '', provider: provider ?? '' }
    const [sent] = await writer()
      .insert(chargeAttempts)
      .values({ ...attempt, state: 'sending' })
      .returning()
    const answer = await around(
      charge,
      (tx) =>
        tx
          .update(chargeAttempts)
          .set({ state: 'answered' })
          .where(eq(chargeAttempts.id, sent?.id ?? '')),
      (tx) => tx.update(charges).set({ failureMessage: BUYER.email }).where(eq(charges.id, chargeId)),
    )
    expect(answer).toBe(204)
    expect(await read(chargeId)).toMatchObject({ failureMessage: '•••' })
  })

  it('a refund that comes back lets it reach its charge', async () => {
    const charge = await buy()
    const refund = { platformId: api.home.platformId, chargeId: charge.id, kind: 'refund' as const, amount: 1 }
    const [made] = await writer()
      .insert(disbursements)
      .values({ ...refund, status: 'APPROVED' })
      .returning()
    const answer = await around(
      charge,
      (tx) =>
        tx
          .update(disbursements)
          .set({ failureMessage: BUYER.name })
          .where(eq(disbursements.id, made?.id ?? '')),
      (tx) => lock(tx, 'charges', charge.id),
    )
    expect(answer).toBe(204)
    expect(
      await writer()
        .select()
        .from(disbursements)
        .where(eq(disbursements.id, made?.id ?? '')),
    ).toMatchObject([{ status: 'APPROVED', failureMessage: '•••' }])
  })

  it('a payment that pays an order lets it reach its order', async () => {
    const checkoutOrderId = await addOrder()
    const charge = await buy({ checkoutOrderId })
    const answer = await around(
      charge,
      (tx) => lock(tx, 'charges', charge.id),
      (tx) => lock(tx, 'checkout_orders', checkoutOrderId),
    )
    expect(answer).toBe(204)
  })

  it('a late payment first is refused: an operator has to decide about it', async () => {
    const charge = await buy({ status: 'REJECTED', ending: 'expired', paidAt: null })
    expect(await around(charge, (tx) => applyTransition(tx, late(charge)))).toBe(409)
    expect(await read(charge.id)).toMatchObject({ status: 'APPROVED', attention: 'latePayment', customer: BUYER })
  })

  it('a late payment after it loses nothing of the payment', async () => {
    const charge = await buy({ status: 'REJECTED', ending: 'expired', paidAt: null })
    let paying: Promise<unknown> | undefined
    const answer = await around(
      charge,
      (tx) => lock(tx, 'customers', charge.customerId, 'KEY SHARE'),
      async () => {
        paying = applyTransition(writer(), late(charge))
        await expect.poll(() => waiting('WITH charge AS'), WAIT).toBe(1)
      },
    )
    await paying
    expect(answer).toBe(204)
    expect(await read(charge.id)).toMatchObject({ status: 'APPROVED', attention: 'latePayment', customerId: null })
    expect(await writer().select().from(payments).where(eq(payments.chargeId, charge.id))).toMatchObject([
      { state: 'APPROVED', paidAt: expect.any(String) },
    ])
  })
})

describe('erasing', () => {
  it('twice at once is done, and told, once', async () => {
    const charge = await buy()
    const answers = await Promise.all([1, 2, 3, 4].map(() => erase(charge.customerId)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404, 404, 404])
    expect(await entries(charge.customerId)).toHaveLength(1)
  })

  it("is no seller's, and not another platform's", async () => {
    const charge = await buy()
    expect((await erase(charge.customerId, api.home.keys.seller)).json()).toMatchObject({ status: 403 })
    expect((await erase(charge.customerId, api.other.keys.admin)).json()).toMatchObject({ status: 404 })
    expect(await read(charge.id)).toMatchObject({ customerId: charge.customerId, customer: BUYER })
  })

  it('does not happen where the audit log cannot be told', async () => {
    const charge = await buy()
    await writer().execute(
      sql`ALTER TABLE audit_log ADD CONSTRAINT untold CHECK (action <> 'customer.erase') NOT VALID`,
    )
    try {
      expect((await erase(charge.customerId)).statusCode).toBe(500)
    } finally {
      await writer().execute(sql`ALTER TABLE audit_log DROP CONSTRAINT untold`)
    }
    expect(await read(charge.id)).toMatchObject({ customerId: charge.customerId, customer: BUYER })
    expect(
      await writer()
        .select()
        .from(customers)
        .where(eq(customers.id, charge.customerId ?? '')),
    ).toHaveLength(1)
    expect((await erase(charge.customerId)).statusCode).toBe(204)
  })

  it('leaves no address to write a receipt to', async () => {
    const refund = async (charge: Charge) => {
      await writer().update(payments).set({ refundedAmount: 100 }).where(eq(payments.chargeId, charge.id))
      return writer().select().from(mails).where(eq(mails.chargeId, charge.id))
    }
    const [known, erased] = [
      await buy({ checkoutOrderId: await addOrder() }),
      await buy({ checkoutOrderId: await addOrder() }),
    ]
    expect((await erase(erased.customerId)).statusCode).toBe(204)
    expect(await refund(known)).toMatchObject([{ kind: 'refunded', amount: 100 }])
    expect(await refund(erased)).toEqual([])
  })
})
