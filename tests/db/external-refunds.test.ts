/** Refunds made at the provider, over every order in which refunds of ours and readings may come: never counted twice, and none lost. */
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentId } from '../../db/attempt-ids.ts'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { reserveRefund } from '../../db/queries/disbursement/create.ts'
import { noteReturned } from '../../db/queries/disbursement/returns.ts'
import { applyDisbursementTransition } from '../../db/queries/disbursement/transitions.ts'
import { charges, disbursements, sellerEvents, webhookEndpoints } from '../../db/schema/index.ts'
import { startTestApi, type TestApi } from '../api/support.ts'

const AMOUNT = 5000

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

const db = () => api.database.writer
async function paidCharge() {
  const charge = await api.addMadeCharge(api.home, { status: 'APPROVED', amount: AMOUNT })
  const { id, transactionId, providerAccountId } = charge
  return { id, payment: paymentId(id, providerAccountId ?? '', transactionId ?? '') }
}
const chargeOf = async (id: string) => {
  const [row] = await db().select().from(charges).where(eq(charges.id, id))
  if (!row) throw new Error('No charge')
  return row
}
const refundsOf = (id: string) => db().select().from(disbursements).where(eq(disbursements.chargeId, id))
const sum = (rows: readonly { amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0)

/** As a reading of the charge does: the sum, and the word where all of it is gone. */
async function read(charge: { id: string; payment: string }, returned: number): Promise<void> {
  if (returned > 0)
    await noteReturned(db(), { chargeId: charge.id, paymentId: charge.payment, returned, cause: 'poll' })
  if (returned < AMOUNT) return
  await applyTransition(db(), { chargeId: charge.id, to: 'REFUNDED', cause: 'poll', key: 'poll/REFUNDED' })
}

async function reserve(chargeId: string, amount?: number): Promise<string | undefined> {
  const wish = { id: uuidv7(), platformId: api.home.platformId, chargeId, by: 'ana' }
  const made = await reserveRefund(db(), amount === undefined ? wish : { ...wish, amount })
  return made.outcome === 'reserved' ? made.disbursement.id : undefined
}
const answer = (disbursementId: string, to: 'APPROVED' | 'REJECTED') =>
  applyDisbursementTransition(db(), { disbursementId, to, cause: 'provider', key: `provider/${to}` })

const part = fc.integer({ min: 400, max: 2000 })
const place = fc.nat(1)
const STEP = fc.oneof(
  fc.record({ do: fc.constant('ask' as const), amount: part }),
  fc.record({ do: fc.constant('carryOut' as const), place }),
  fc.record({ do: fc.constant('answer' as const), place }),
  fc.record({ do: fc.constant('dashboard' as const), amount: part }),
  fc.record({ do: fc.constant('readNow' as const) }),
  fc.record({ do: fc.constant('beginReading' as const) }),
  fc.record({ do: fc.constant('endReading' as const), place }),
)

interface Ours {
  id: string
  amount: number
  made: boolean
}

test('what went back without us is found, exactly, whatever comes first', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 8, maxLength: 20 }), async (steps) => {
      const charge = await paidCharge()
      let back = 0
      let elsewhere = 0
      let open: Ours[] = []
      const readings: number[] = []
      const carryOut = (refund: Ours | undefined) => {
        if (!refund || refund.made || back + refund.amount > AMOUNT) return
        refund.made = true
        back += refund.amount
      }
      const end = async (refund: Ours | undefined) => {
        if (!refund) return
        open = open.filter(({ id }) => id !== refund.id)
        await answer(refund.id, refund.made ? 'APPROVED' : 'REJECTED')
      }
      const take = async (step: (typeof steps)[number]) => {
        switch (step.do) {
          case 'ask': {
            const id = await reserve(charge.id, step.amount)
            if (id !== undefined) open.push({ id, amount: step.amount, made: false })
            return
          }
          case 'carryOut':
            return carryOut(open[step.place])
          case 'answer':
            return end(open[step.place])
          case 'dashboard':
            if (back + step.amount > AMOUNT) return
            back += step.amount
            elsewhere += step.amount
            return
          case 'readNow':
            return read(charge, back)
          case 'beginReading':
            readings.push(back)
            return
          case 'endReading': {
            const [said] = readings.splice(step.place, 1)
            if (said !== undefined) await read(charge, said)
          }
        }
      }
      for (const step of steps) {
        await take(step)
        const rows = await refundsOf(charge.id)
        expect(sum(rows.filter(({ external }) => external))).toBeLessThanOrEqual(elsewhere)
        expect(sum(rows.filter(({ status }) => status === 'APPROVED'))).toBeLessThanOrEqual(AMOUNT)
      }
      for (const refund of [...open]) await end(refund)
      await read(charge, back)
      const rows = await refundsOf(charge.id)
      expect(sum(rows.filter(({ external }) => external))).toBe(elsewhere)
      expect(await chargeOf(charge.id)).toMatchObject({
        refundedAmount: back,
        status: back === AMOUNT ? 'REFUNDED' : 'APPROVED',
      })
    }),
    { numRuns: 30, endOnFailure: true },
  )
}, 180_000)

test('readings and refunds that come at the same moment count no cent twice', async () => {
  const charge = await paidCharge()
  await Promise.all([
    ...[1, 2, 3].map(() => read(charge, 1500)),
    ...[1, 2, 3].map(() => reserve(charge.id, 2000)),
    ...[1, 2].map(() => read(charge, 1500)),
  ])
  const rows = await refundsOf(charge.id)
  expect(sum(rows)).toBeLessThanOrEqual(AMOUNT)
  for (const { id } of rows.filter(({ external }) => !external)) await answer(id, 'REJECTED')
  expect(sum((await refundsOf(charge.id)).filter(({ external }) => external))).toBe(1500)
  expect(await chargeOf(charge.id)).toMatchObject({ status: 'APPROVED', refundedAmount: 1500 })
  expect(await reserve(charge.id, 3501)).toBeUndefined()
  expect(await reserve(charge.id)).toBeDefined()
})

test('a refund whose word is in no table may have gone back: its money is not given again, and is not counted as made elsewhere', async () => {
  const charge = await paidCharge()
  const id = (await reserve(charge.id, 2000)) ?? ''
  const said = { to: 'REJECTED', unmapped: true, cause: 'provider', key: 'provider/REJECTED' } as const
  await applyDisbursementTransition(db(), { disbursementId: id, ...said })
  expect(await reserve(charge.id, 3001)).toBeUndefined()
  await read(charge, 2000)
  expect((await refundsOf(charge.id)).map((row) => row.id)).toEqual([id])
})

test('money that was never seen to come did not go back: some providers call a cancelled transaction refunded', async () => {
  const { id } = await api.addMadeCharge(api.home, { status: 'PENDING', amount: AMOUNT })
  await applyTransition(db(), { chargeId: id, to: 'REFUNDED', cause: 'poll', key: 'poll/REFUNDED' })
  expect(await refundsOf(id)).toEqual([])
})

test('what the bank took back is none', async () => {
  const charge = await paidCharge()
  await applyTransition(db(), { chargeId: charge.id, to: 'CHARGEBACK', cause: 'poll', key: 'poll/CHARGEBACK' })
  expect(await refundsOf(charge.id)).toEqual([])
})

test('sellers are told of the refund and of what it makes of the charge', async () => {
  const { platformId } = api.home
  const values = { platformId, url: 'https://shop.example/hook', events: ['*' as const], sealedSecret: 'sealed' }
  await db().insert(webhookEndpoints).values(values)
  const charge = await paidCharge()
  await read(charge, 1500)
  await read(charge, AMOUNT)
  const told = async (subject: string) => {
    const rows = await db().select().from(sellerEvents).where(eq(sellerEvents.subjectId, subject))
    return rows.map(({ type }) => type).toSorted()
  }
  expect(await told(charge.id)).toEqual(['charge.partially_refunded', 'charge.refunded'])
  for (const { id } of await refundsOf(charge.id)) expect(await told(id)).toEqual(['refund.approved'])
  expect(await refundsOf(charge.id)).toHaveLength(2)
})
