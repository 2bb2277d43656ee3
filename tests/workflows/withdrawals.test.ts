/** A withdrawal on the real engine: sent once, followed to its end, and never repeated while its outcome is unknown. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { settleDisbursement } from '../../db/queries/disbursement/attempt-ends.ts'
import { applyDisbursementTransition } from '../../db/queries/disbursement/transitions.ts'
import { disbursementAttempts } from '../../db/schema/index.ts'
import { cancelSignal, disbursementWorkflowId, resolveSignal, retrySignal } from '../../workflows/messages.ts'
import { type ChargeStack, IMPATIENCE, startChargeStack, TOO_LATE_MS } from '../support/charge-stack.ts'
import {
  disbursementAttemptsOf,
  disbursementEventsOf,
  disbursementOf,
  HASTY,
  type Started,
  startWithdrawal,
  untilAttention,
  workflowOf,
} from '../support/disbursements.ts'

let stack: ChargeStack
/** Can be asked what became of a withdrawal. */
let bravive: string
/** Cannot. */
let pronttus: string

beforeAll(async () => {
  stack = await startChargeStack({}, IMPATIENCE)
  bravive = await stack.addAccount('BRAVIVE')
  pronttus = await stack.addAccount('PRONTTUS')
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

const fail = (provider: string, fault: string, times = 1, operation = 'withdraw') =>
  stack.control('PUT', `/faults/${provider}/${operation}`, {
    fault,
    times,
    retryAfterSeconds: 1,
    delayMs: TOO_LATE_MS,
  })
const keep = ({ row }: Started, name: string) =>
  stack.keepHistory(disbursementWorkflowId('withdrawal', row.id), `withdrawal-${name}`)
const decideAtProvider = (provider: string, id: string | null, action: string) =>
  stack.control('POST', `/withdrawals/${provider}/${id}/${action}`)

/** How often each attempt was sent, by its reference. */
async function sent(id: string): Promise<number[]> {
  const references = (await disbursementAttemptsOf(stack, id)).map(({ reference }) => reference)
  const { data } = await stack.control<{ data: { reference: string; count: number }[] }>('GET', '/requests')
  return data.filter(({ reference }) => references.includes(reference)).map(({ count }) => count)
}

describe('a withdrawal', () => {
  test.each([
    { action: 'settle', status: 'APPROVED' },
    { action: 'reject', status: 'REJECTED' },
  ])('that the provider takes is followed until it is $status', async ({ action, status }) => {
    const started = await startWithdrawal(stack, [bravive])
    expect(await started.answer).toEqual({ outcome: 'created' })
    const row = await disbursementOf(stack, started.row.id)
    expect(row).toMatchObject({ status: 'PENDING', attention: null, provider: 'BRAVIVE' })
    await decideAtProvider('BRAVIVE', row.externalId, action)
    expect(await workflowOf(stack, started.row).result()).toEqual({ status })
    expect(await disbursementOf(stack, started.row.id)).toMatchObject({ status, attention: null })
    const events = await disbursementEventsOf(stack, started.row.id)
    expect(events).toEqual(['requested', 'sent', 'answered', `statusChanged ${status}`])
    expect(await sent(started.row.id)).toEqual([1])
    if (action === 'settle') await keep(started, 'paid')
  })

  test('is repeated neither by a second start nor by a run that comes again', async () => {
    const started = await startWithdrawal(stack, [bravive])
    await started.answer
    const again = await startWithdrawal(stack, [bravive], { id: started.row.id })
    expect(await again.answer).toEqual({ outcome: 'created' })
    expect(await sent(started.row.id)).toEqual([1])
  })

  test('goes on to the next account after a refusal', async () => {
    const wrong = await stack.addAccount('BRAVIVE', { secretKey: 'not the key of any account' })
    const started = await startWithdrawal(stack, [wrong, bravive])
    expect(await started.answer).toEqual({ outcome: 'created' })
    expect(await disbursementOf(stack, started.row.id)).toMatchObject({ providerAccountId: bravive })
    const attempts = await disbursementAttemptsOf(stack, started.row.id)
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['refused', 'created'])
    await keep(started, 'failed-over')
  })

  test('that everybody refuses is rejected, with the last words', async () => {
    const wrong = await stack.addAccount('BRAVIVE', { secretKey: 'not the key of any account' })
    const started = await startWithdrawal(stack, [wrong])
    const answer = await started.answer
    expect(answer).toMatchObject({ outcome: 'refused' })
    const row = await disbursementOf(stack, started.row.id)
    expect(row).toMatchObject({ status: 'REJECTED', failureMessage: (answer as { message: string }).message })
    await keep(started, 'refused')
  })
})

describe('an answer that is lost', () => {
  test.each([
    'commitThenDrop',
    'dropBeforeCommit',
    'serverError',
    'serverErrorAfterCommit',
    'htmlBody',
    'malformedBody',
    'slow',
  ])('(%s) is a matter for an operator: neither sent again nor to the next account', async (fault) => {
    await fail('BRAVIVE', fault)
    const started = await startWithdrawal(stack, [bravive, pronttus])
    expect(await started.answer).toEqual({ outcome: 'needsAttention' })
    expect(await untilAttention(stack, started.row.id)).toBe('unknownOutcome')
    await workflowOf(stack, started.row).signal(cancelSignal, { by: 'ana' })
    await workflowOf(stack, started.row).signal(retrySignal, { by: 'ana' })
    await vi.waitFor(
      async () => expect(await disbursementEventsOf(stack, started.row.id)).toContain('operatorRetried'),
      60_000,
    )
    expect(await untilAttention(stack, started.row.id)).toBe('unknownOutcome')
    expect(await disbursementAttemptsOf(stack, started.row.id)).toMatchObject([{ state: 'sending', outcome: null }])
    expect(await sent(started.row.id)).toEqual([1])
    await workflowOf(stack, started.row).signal(resolveSignal, { outcome: 'notCreated', by: 'ana' })
    expect(await workflowOf(stack, started.row).result()).toEqual({ status: 'REJECTED' })
    if (fault === 'commitThenDrop') await keep(started, 'resolved-not-created')
  })

  test('is found again by the id that a person names: the provider has the first word', async () => {
    await fail('BRAVIVE', 'commitThenDrop')
    const started = await startWithdrawal(stack, [bravive])
    await started.answer
    await untilAttention(stack, started.row.id)
    const [attempt] = await disbursementAttemptsOf(stack, started.row.id)
    const { data } = await stack.control<{ data: { id: string }[] }>(
      'GET',
      `/withdrawals?reference=${attempt?.reference}`,
    )
    const transactionId = data[0]?.id ?? ''
    const said = { outcome: 'created', externalId: transactionId, status: 'REJECTED' } as const
    await decideAtProvider('BRAVIVE', transactionId, 'settle')
    await workflowOf(stack, started.row).signal(resolveSignal, { ...said, by: 'ana' })
    expect(await workflowOf(stack, started.row).result()).toEqual({ status: 'APPROVED' })
    const row = await disbursementOf(stack, started.row.id)
    expect(row).toMatchObject({ externalId: transactionId, attention: null })
    await keep(started, 'resolved-by-id')
  })

  test('an id that the provider does not know is not believed', async () => {
    await fail('BRAVIVE', 'commitThenDrop')
    const started = await startWithdrawal(stack, [bravive])
    await started.answer
    await untilAttention(stack, started.row.id)
    const said = { outcome: 'created', externalId: 'nobodys' } as const
    await workflowOf(stack, started.row).signal(resolveSignal, said)
    await workflowOf(stack, started.row).signal(resolveSignal, { outcome: 'notCreated', by: 'ana' })
    expect(await workflowOf(stack, started.row).result()).toEqual({ status: 'REJECTED' })
    expect(await disbursementOf(stack, started.row.id)).toMatchObject({ externalId: null })
  })

  test('ends the wait when another process has written it down', async () => {
    await fail('BRAVIVE', 'commitThenDrop')
    const started = await startWithdrawal(stack, [bravive])
    await started.answer
    await untilAttention(stack, started.row.id)
    const verdict = { made: true, status: 'APPROVED', cause: 'provider', key: 'provider/APPROVED' } as const
    await settleDisbursement(stack.database.writer, started.row.id, verdict)
    expect(await workflowOf(stack, started.row).result()).toEqual({ status: 'APPROVED' })
  })

  test('of a run that was killed half way is not asked for by sending', async () => {
    const id = '018f0000-0000-7000-8000-000000000001'
    const begun = {
      disbursementId: id,
      number: 1,
      providerAccountId: bravive,
      provider: 'BRAVIVE',
      reference: 'b'.repeat(32),
    }
    const started = await startWithdrawal(stack, [bravive], { id, timing: { ...HASTY, unknownMs: 300 } }, () =>
      stack.database.writer.insert(disbursementAttempts).values({ ...begun, state: 'sending' }),
    )
    expect(await started.answer).toEqual({ outcome: 'needsAttention' })
    expect(await sent(id)).toEqual([])
  })
})

describe('a provider that cannot be asked', () => {
  test('leaves it to a person, who says what became of it', async () => {
    const started = await startWithdrawal(stack, [pronttus])
    expect(await started.answer).toEqual({ outcome: 'created' })
    expect(await untilAttention(stack, started.row.id)).toBe('noConfirmation')
    const said = { outcome: 'created', status: 'CANCELED', about: 'noConfirmation', by: 'ana' } as const
    const late = { outcome: 'notCreated', about: 'unknownOutcome', by: 'ana' } as const
    await workflowOf(stack, started.row).signal(resolveSignal, late)
    await workflowOf(stack, started.row).signal(cancelSignal, { by: 'ana' })
    await workflowOf(stack, started.row).signal(resolveSignal, said)
    expect(await workflowOf(stack, started.row).result()).toEqual({ status: 'CANCELED' })
    expect(await disbursementOf(stack, started.row.id)).toMatchObject({ status: 'CANCELED', attention: null })
    await keep(started, 'confirmed-by-operator')
  })

  test('is believed to have paid when a person says that it was made', async () => {
    const started = await startWithdrawal(stack, [pronttus])
    await started.answer
    await untilAttention(stack, started.row.id)
    await workflowOf(stack, started.row).signal(resolveSignal, { outcome: 'created', by: 'ana' })
    expect(await workflowOf(stack, started.row).result()).toEqual({ status: 'APPROVED' })
  })
})

describe('a provider that does not say for long', () => {
  test('is asked on, while an operator is told; what the operator knows ends it', async () => {
    const started = await startWithdrawal(stack, [bravive], { timing: { ...HASTY, pendingMs: 500 } })
    await started.answer
    expect(await untilAttention(stack, started.row.id)).toBe('noConfirmation')
    // Without a status the provider's PENDING stands.
    await workflowOf(stack, started.row).signal(resolveSignal, { outcome: 'created', by: 'ana' })
    await workflowOf(stack, started.row).signal(resolveSignal, { outcome: 'notCreated', by: 'ana' })
    const { externalId } = await disbursementOf(stack, started.row.id)
    await decideAtProvider('BRAVIVE', externalId, 'settle')
    expect(await workflowOf(stack, started.row).result()).toEqual({ status: 'APPROVED' })
    expect(await disbursementOf(stack, started.row.id)).toMatchObject({ attention: null })
    await keep(started, 'paid-late')
  })
})

test('a provider that is away is tried again until it is back', async () => {
  await fail('BRAVIVE', 'rateLimited', 4)
  const started = await startWithdrawal(stack, [bravive, pronttus])
  expect(await started.answer).toEqual({ outcome: 'needsAttention' })
  await vi.waitFor(async () => expect((await disbursementOf(stack, started.row.id)).externalId).not.toBeNull(), 60_000)
  const row = await disbursementOf(stack, started.row.id)
  expect(row).toMatchObject({ provider: 'BRAVIVE', attention: null })
  await decideAtProvider('BRAVIVE', row.externalId, 'settle')
  expect(await workflowOf(stack, started.row).result()).toEqual({ status: 'APPROVED' })
})

test('what a person said before it was sent again is not taken for news of the new try', async () => {
  await fail('BRAVIVE', 'rateLimited', 0)
  const started = await startWithdrawal(stack, [bravive], { timing: { ...HASTY, tryAgainMs: 600_000 } })
  expect(await started.answer).toEqual({ outcome: 'needsAttention' })
  expect(await untilAttention(stack, started.row.id)).toBe('providerUnreachable')
  await fail('BRAVIVE', 'commitThenDrop')
  await workflowOf(stack, started.row).signal(retrySignal, { by: 'ana' })
  await workflowOf(stack, started.row).signal(resolveSignal, { outcome: 'notCreated', by: 'ana' })
  await vi.waitFor(
    async () => expect((await disbursementOf(stack, started.row.id)).attention).toBe('unknownOutcome'),
    60_000,
  )
  expect(await disbursementOf(stack, started.row.id)).toMatchObject({ status: 'PENDING' })
  expect(await disbursementEventsOf(stack, started.row.id)).not.toContain('operatorResolved')
})

test('one that may be paid at this moment cannot be called failed', async () => {
  await fail('BRAVIVE', 'commitThenDrop')
  const started = await startWithdrawal(stack, [bravive])
  await started.answer
  const verdict = { disbursementId: started.row.id, cause: 'operator', key: 'operator/1' } as const
  const { writer } = stack.database
  for (const to of ['REJECTED', 'CANCELED'] as const) {
    const outcome = await applyDisbursementTransition(writer, { ...verdict, to })
    expect(outcome).toMatchObject({ moved: false, status: 'PENDING' })
  }
})

test('one that surely was not sent can be cancelled', async () => {
  const dead = await stack.addAccount('BRAVIVE', { baseUrl: 'http://127.0.0.1:1/bravive/api/v1' })
  const started = await startWithdrawal(stack, [dead])
  expect(await started.answer).toEqual({ outcome: 'needsAttention' })
  expect(await untilAttention(stack, started.row.id)).toBe('providerUnreachable')
  // However often it was tried.
  const turnedAway = (await disbursementEventsOf(stack, started.row.id)).filter((type) => type === 'turnedAway')
  expect(turnedAway).toHaveLength(1)
  await workflowOf(stack, started.row).signal(cancelSignal, { by: 'ana' })
  expect(await workflowOf(stack, started.row).result()).toEqual({ status: 'CANCELED' })
  await keep(started, 'canceled-by-operator')
})

test('a status that came from an unknown word is shown, and corrected by a known one', async () => {
  const started = await startWithdrawal(stack, [bravive])
  await started.answer
  const { writer } = stack.database
  const disbursementId = started.row.id
  const unknown = {
    disbursementId,
    to: 'REJECTED',
    cause: 'poll',
    key: 'poll/REJECTED/odd',
    rawStatus: 'odd',
    unmapped: true,
  } as const
  await applyDisbursementTransition(writer, unknown)
  const doubtful = await disbursementOf(stack, disbursementId)
  expect(doubtful).toMatchObject({ status: 'REJECTED', statusUnmapped: true, attention: 'unmappedStatus' })
  await decideAtProvider('BRAVIVE', doubtful.externalId, 'settle')
  expect(await workflowOf(stack, started.row).result()).toEqual({ status: 'APPROVED' })
  const settled = { status: 'APPROVED', statusUnmapped: false, attention: null }
  expect(await disbursementOf(stack, disbursementId)).toMatchObject(settled)
})
