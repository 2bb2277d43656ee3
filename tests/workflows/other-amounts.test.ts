/** A charge whose provider says that another amount was paid: only an operator may believe it. */
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { noteMismatch } from '../../db/queries/charge/noticed.ts'
import { lockCharge } from '../../db/queries/charge/payments.ts'
import { applyTransition, flagAttention } from '../../db/queries/charge/transitions.ts'
import { withoutReasons } from '../../db/queries/movement/attention-reasons.ts'
import { charges, readings } from '../../db/schema/index.ts'
import { chargeWorkflowId, type Decision, decideUpdate } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { untilAwaited } from '../support/locks.ts'
import { readNow } from '../support/readings.ts'
import { notify } from '../support/webhooks.ts'

let stack: ChargeStack
const PROVIDERS = ['PAGUESAFE', 'FIREBANK', 'PRIMEPAG', 'ZENDRY', 'PAGSTAR'] as const
type Code = (typeof PROVIDERS)[number]
const accounts = {} as Record<Code, string>

beforeAll(async () => {
  stack = await startChargeStack()
  for (const provider of PROVIDERS) accounts[provider] = await stack.addAccount(provider)
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

const handleOf = (chargeId: string) => stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId))
const decide = (chargeId: string, decision: Decision) =>
  handleOf(chargeId).executeUpdate(decideUpdate, { args: [decision] })
const attentionIs = (chargeId: string, reason: string) =>
  vi.waitFor(async () => expect((await stack.charge(chargeId)).attention).toBe(reason), 60_000)

async function created(provider: Code, pollFirstMs = 60_000) {
  const { chargeId, creation } = await stack.start([accounts[provider]], { timing: { pollFirstMs } })
  expect(await creation).toEqual({ outcome: 'created' })
  return { chargeId, transactionId: (await stack.charge(chargeId)).transactionId ?? '' }
}

/** Pays what was asked for, of a charge that is worth something else. */
async function payOther(chargeId: string, transactionId: string): Promise<void> {
  await stack.database.writer.update(charges).set({ amount: 4900 }).where(eq(charges.id, chargeId))
  await stack.control('POST', `/transactions/PAGUESAFE/${transactionId}/pay`)
  const notice = { accountId: accounts.PAGUESAFE, transactionId, status: 'paid', proof: 'token' } as const
  await notify(stack, chargeId, notice)
  await attentionIs(chargeId, 'amountMismatch')
}

test('another amount is not cancelled, and is taken when an operator says so', async () => {
  const { chargeId, transactionId } = await created('PAGUESAFE')
  await payOther(chargeId, transactionId)
  const about = 'amountMismatch'
  expect(await decide(chargeId, { kind: 'cancel', about })).toEqual({ became: 'void', why: 'mayBePaid' })
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'PENDING', attention: 'amountMismatch' })
  const resolved = await decide(chargeId, { kind: 'resolve', outcome: 'created', about, by: 'ana' })
  expect(resolved).toEqual({ became: 'carriedOut' })
  expect(await handleOf(chargeId).result()).toEqual({ status: 'APPROVED' })
  expect((await stack.charge(chargeId)).attention).toBeNull()
  const events = await stack.events(chargeId)
  expect(events.find(({ type }) => type === 'eventIgnored')?.detail).toMatchObject({ reason: about, transactionId })
  expect(events.find(({ type }) => type === 'statusChanged')).toMatchObject({ to: 'APPROVED', cause: 'operator' })
  await stack.keepHistory(chargeWorkflowId(chargeId), 'shown-amount-taken')
})

/** At its end, while its provider does not answer whether it was paid, as an operator is shown it. */
async function silentAtItsEnd(): Promise<{ chargeId: string; transactionId: string }> {
  const timing = { pollFirstMs: 60_000, longestLifeMs: 1_500, graceMs: 100, unknownMs: 300 }
  // Before the creation, which reads nothing: its end comes soon after it.
  await stack.control('PUT', '/faults/PAGUESAFE/readTransaction', { fault: 'serverError', times: 0 })
  const { chargeId, creation } = await stack.start([accounts.PAGUESAFE], { timing })
  expect(await creation).toEqual({ outcome: 'created' })
  await attentionIs(chargeId, 'providerUnreachable')
  return { chargeId, transactionId: (await stack.charge(chargeId)).transactionId ?? '' }
}

test.each([
  ['another question', { about: 'providerUnreachable' }],
  ['nothing', {}],
  ['no reason', { about: null }],
] as const)('another amount is not taken by an operator who was shown %s: it is asked about', async (_, shown) => {
  const { chargeId, transactionId } = await silentAtItsEnd()
  await stack.database.writer.update(charges).set({ amount: 4900 }).where(eq(charges.id, chargeId))
  await stack.control('POST', `/transactions/PAGUESAFE/${transactionId}/pay`)
  await stack.control('DELETE', '/faults')
  const created = { kind: 'resolve', outcome: 'created', by: 'ana' } as const
  expect(await decide(chargeId, { ...created, ...shown })).toEqual({ became: 'void', why: 'otherAmount' })
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'PENDING', attention: 'amountMismatch' })
  expect(await decide(chargeId, { ...created, about: 'amountMismatch' })).toEqual({ became: 'carriedOut' })
  expect(await handleOf(chargeId).result()).toEqual({ status: 'APPROVED' })
  if ('about' in shown && shown.about) await stack.keepHistory(chargeWorkflowId(chargeId), 'other-amount-unseen')
})

test('at its end, another amount that was paid is all that an operator is asked about', async () => {
  const timing = { pollFirstMs: 3_600_000, longestLifeMs: 10_000, graceMs: 100, unknownMs: 300 }
  const { chargeId, creation } = await stack.start([accounts.PAGUESAFE], { timing })
  expect(await creation).toEqual({ outcome: 'created' })
  const { transactionId } = await stack.charge(chargeId)
  await stack.database.writer.update(charges).set({ amount: 4900 }).where(eq(charges.id, chargeId))
  await stack.control('POST', `/transactions/PAGUESAFE/${transactionId}/pay`)
  await attentionIs(chargeId, 'amountMismatch')
  // Its last reading is answered: nothing is read for ever.
  const reading = async () => (await handleOf(chargeId).describe()).raw.pendingActivities ?? []
  await expect.poll(reading, { timeout: 60_000 }).toEqual([])
  const wrong = { kind: 'cancel', about: 'amountMismatch' } as const
  expect(await decide(chargeId, wrong)).toEqual({ became: 'void', why: 'mayBePaid' })
  const resolved = { kind: 'resolve', outcome: 'created', about: 'amountMismatch', by: 'ana' } as const
  expect(await decide(chargeId, resolved)).toEqual({ became: 'carriedOut' })
  expect(await handleOf(chargeId).result()).toEqual({ status: 'APPROVED' })
  const asked = (await stack.events(chargeId)).filter(({ type }) => type === 'needsAttention')
  expect(asked.map(({ detail }) => detail?.reason)).not.toContain('providerUnreachable')
  await stack.keepHistory(chargeWorkflowId(chargeId), 'other-amount-at-its-end')
})

test('where the provider is never read, the word of an operator who saw the other amount is all there is', async () => {
  const { chargeId, transactionId } = await created('FIREBANK')
  await flagAttention(stack.database.writer, chargeId, 'amountMismatch')
  const decision = { kind: 'resolve', outcome: 'created', about: 'amountMismatch' } as const
  expect(await decide(chargeId, decision)).toEqual({ became: 'void', why: 'notPaid' })
  const told = { transactionId, status: 'APPROVED', amount: 4900 } as const
  await noteMismatch(stack.database.writer, chargeId, { eventKey: 'told', ...told })
  expect(await decide(chargeId, decision)).toEqual({ became: 'carriedOut' })
  expect(await handleOf(chargeId).result()).toEqual({ status: 'APPROVED' })
})

test('no operator calls a charge paid while its provider does not answer: the reason to look stays', async () => {
  const { chargeId, transactionId } = await created('PAGUESAFE')
  await payOther(chargeId, transactionId)
  await stack.control('PUT', '/faults/PAGUESAFE/readTransaction', { fault: 'serverError', times: 0 })
  const resolved = await decide(chargeId, { kind: 'resolve', outcome: 'created', about: 'amountMismatch' })
  expect(resolved).toEqual({ became: 'void', why: 'unreadable' })
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'PENDING', attention: 'amountMismatch' })
})

test.each(['PRIMEPAG', 'ZENDRY', 'PAGSTAR'] as const)(
  'a creation that %s answers without an amount is compared when the payment is read',
  async (provider) => {
    const { chargeId, transactionId } = await created(provider, 1_000)
    await stack.database.writer.update(charges).set({ amount: 4900 }).where(eq(charges.id, chargeId))
    await stack.control('POST', `/transactions/${provider}/${transactionId}/pay`)
    await attentionIs(chargeId, 'amountMismatch')
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'PENDING' })
  },
)

test('another amount that an operator takes while it is being read is not asked about again', async () => {
  const { chargeId, transactionId } = await created('PAGUESAFE', 3_600_000)
  await payOther(chargeId, transactionId)
  const of = { accountId: accounts.PAGUESAFE, transactionId }
  const { writer } = stack.database
  await writer.transaction(async (tx) => {
    await lockCharge(tx, chargeId)
    // The reading has loaded the charge as it waits, and writes what it finds once the decision is written.
    await readNow(stack, chargeId)
    await untilAwaited(tx, stack.database)
    await applyTransition(tx, { chargeId, to: 'APPROVED', cause: 'operator', key: 'operator/taken', of })
    await tx
      .update(charges)
      .set({ attentionReasons: withoutReasons(charges.attentionReasons, ['amountMismatch']) })
      .where(eq(charges.id, chargeId))
  })
  await vi.waitFor(async () => {
    const [due] = await writer.select().from(readings).where(eq(readings.id, chargeId))
    expect(Date.parse(due?.nextReadAt ?? '')).toBeGreaterThan(Date.now())
  }, 60_000)
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attention: null })
})
