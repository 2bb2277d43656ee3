/** The provider answers the request of a withdrawal or a refund after an operator has said that it was never made, or before they cancel it. */
import { eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { attemptId, disbursementReference } from '../../db/attempt-ids.ts'
import { recordDisbursementAnswered, settleDisbursement } from '../../db/queries/disbursement/attempt-ends.ts'
import { asKnownAttempt, claimDisbursementAttempt } from '../../db/queries/disbursement/attempts.ts'
import { reserveRefund } from '../../db/queries/disbursement/create.ts'
import { disbursements } from '../../db/schema/index.ts'
import { type Decision, decideUpdate, disbursementWorkflowId } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import {
  disbursementAttemptsOf,
  disbursementOf,
  HASTY,
  paidCharge,
  refundsAtProvider,
  startRefund,
  startWithdrawal,
  untilAttention,
  workflowOf,
} from '../support/disbursements.ts'
import { untilAwaited } from '../support/locks.ts'
import { readNow } from '../support/readings.ts'

const PATIENCE = { timeout: 60_000 }
const NOT_CREATED = { made: false, status: 'REJECTED', cause: 'operator', key: 'operator/1' } as const

let stack: ChargeStack
beforeAll(async () => {
  stack = await startChargeStack()
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

test('the id of a withdrawal is kept, an operator is asked, and it is read until it is known to be paid', async () => {
  const account = await stack.addAccount('BRAVIVE')
  await stack.control('PUT', '/faults/BRAVIVE/withdraw', { fault: 'slow', times: 1, delayMs: 10_000 })
  const { row } = await startWithdrawal(stack, [account], { timing: { ...HASTY, pollFirstMs: 60_000 } })
  const { id } = row
  await expect.poll(async () => (await disbursementAttemptsOf(stack, id))[0]?.state, PATIENCE).toBe('sending')
  expect(await settleDisbursement(stack.database.writer, id, NOT_CREATED)).toMatchObject({ moved: true })

  expect(await workflowOf(stack, row).result()).toEqual({ status: 'REJECTED' })
  const { externalId, ...standing } = await disbursementOf(stack, id)
  expect(standing).toMatchObject({ status: 'REJECTED', provider: 'BRAVIVE', attentionReasons: ['contradicted'] })
  expect(await disbursementAttemptsOf(stack, id)).toMatchObject([{ outcome: 'created', externalId }])
  const { data } = await stack.control<{ data: { id: string }[] }>('GET', '/withdrawals?provider=BRAVIVE')
  expect(data.map((each) => each.id)).toContain(externalId)

  await stack.control('POST', `/withdrawals/BRAVIVE/${externalId}/settle`)
  await readNow(stack, id)
  const paid = { status: 'APPROVED', attentionReasons: ['contradicted'] }
  await vi.waitFor(async () => expect(await disbursementOf(stack, id)).toMatchObject(paid), 60_000)
})

test('a refund was made after all: another one that has taken its place is not sent', async () => {
  const { writer } = stack.database
  const accountId = await stack.addAccount('PAGUESAFE')
  const chargeId = await paidCharge(stack, accountId)
  const id = uuidv7()
  await reserveRefund(writer, { id, platformId: stack.platformId, chargeId, amount: 3000, by: 'ana' })
  const { createdAt: madeAt } = await disbursementOf(stack, id)
  const attempt = {
    disbursementId: id,
    accountId,
    number: 1,
    id: attemptId(id, 1),
    provider: 'PAGUESAFE',
    reference: disbursementReference(id, accountId),
    createdAt: new Date().toISOString(),
  }
  const claim = { by: 'run', keysVersion: 1, sealedJournal: null, repeatable: false, refundedBefore: null, madeAt }
  expect(await claimDisbursementAttempt(writer, attempt, claim)).toBe(true)
  expect(await settleDisbursement(writer, id, NOT_CREATED)).toMatchObject({ moved: true })

  const answer = { status: 'APPROVED', externalId: 'made' } as const
  const second = await startRefund(stack, chargeId, { amount: 4000 }, () =>
    recordDisbursementAnswered(writer, { attempt, answer, cause: 'provider', events: [] }),
  )
  expect(await second.answer).toEqual({ outcome: 'refused', message: 'Less than that is left to refund' })
  expect((await refundsAtProvider(stack, chargeId)).count).toBe(0)
  expect(await disbursementOf(stack, second.row.id)).toMatchObject({ status: 'REJECTED' })
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', refundedAmount: 3000 })
})

/** Parked, because the provider could not be reached. */
async function unreached() {
  const dead = await stack.addAccount('PRONTTUS', { baseUrl: 'http://127.0.0.1:1/pronttus' })
  const started = await startWithdrawal(stack, [dead], { timing: { ...HASTY, tryAgainMs: 600_000 } })
  expect(await started.answer).toEqual({ outcome: 'needsAttention' })
  expect(await untilAttention(stack, started.row.id)).toBe('providerUnreachable')
  const [row] = await disbursementAttemptsOf(stack, started.row.id)
  if (!row) throw new Error('It was not tried')
  const answer = { status: 'PENDING', externalId: `taken-${started.row.id}` } as const
  const earlier = { attempt: asKnownAttempt(row), answer, cause: 'provider', events: [] } as const
  const decide = (decision: Decision) =>
    workflowOf(stack, started.row).executeUpdate(decideUpdate, { args: [{ about: null, by: 'ana', ...decision }] })
  return { row: started.row, earlier, decide }
}

test('a withdrawal that the provider has taken between two tries is not cancelled: it waits for how it ended', async () => {
  const { row, earlier, decide } = await unreached()
  expect(await recordDisbursementAnswered(stack.database.writer, earlier)).toMatchObject({ status: 'PENDING' })
  const cancel = { kind: 'cancel', id: 'said twice', about: 'providerUnreachable' } as const
  for (let twice = 0; twice < 2; twice += 1) expect(await decide(cancel)).toEqual({ became: 'void', why: 'found' })
  const { externalId } = earlier.answer
  expect(await disbursementOf(stack, row.id)).toMatchObject({ status: 'PENDING', externalId })
  expect(await decide({ kind: 'resolve', outcome: 'created', status: 'APPROVED' })).toEqual({ became: 'carriedOut' })
  expect(await workflowOf(stack, row).result()).toEqual({ status: 'APPROVED' })
  await stack.keepHistory(disbursementWorkflowId('withdrawal', row.id), 'withdrawal-taken-before-it-was-canceled')
})

test('a decision that nothing was sent is void once the answer has come before a cancellation', async () => {
  const { row, earlier, decide } = await unreached()
  const { writer } = stack.database
  const deciding = await writer.transaction(async (tx) => {
    await tx.select().from(disbursements).where(eq(disbursements.id, row.id)).for('update')
    const canceling = decide({ kind: 'cancel' })
    await untilAwaited(tx, stack.database)
    const notCreated = decide({ kind: 'resolve', outcome: 'notCreated', about: 'providerUnreachable' })
    await recordDisbursementAnswered(tx, earlier)
    return [canceling, notCreated]
  })
  expect(await Promise.all(deciding)).toEqual([
    { became: 'void', why: 'found' },
    { became: 'void', why: 'answered' },
  ])
  const { externalId } = earlier.answer
  expect(await disbursementOf(stack, row.id)).toMatchObject({ status: 'PENDING', externalId })
  expect(await decide({ kind: 'resolve', outcome: 'created', status: 'APPROVED' })).toEqual({ became: 'carriedOut' })
  expect(await workflowOf(stack, row).result()).toEqual({ status: 'APPROVED' })
  await stack.keepHistory(disbursementWorkflowId('withdrawal', row.id), 'withdrawal-taken-while-it-was-canceled')
})
