/** What a provider says of a withdrawal, while something else that it says is written down first. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DisbursementTransition, moveDisbursement } from '../../db/queries/disbursement/transitions.ts'
import { disbursements, readings } from '../../db/schema/index.ts'
import { deliverWebhookEvent } from '../../inbox/deliver.ts'
import { type Decision, decideUpdate } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import {
  disbursementAttemptsOf,
  disbursementEventsOf,
  disbursementOf,
  HASTY,
  startWithdrawal,
  untilAttention,
  workflowOf,
} from '../support/disbursements.ts'
import { untilAwaited } from '../support/locks.ts'
import { readNow } from '../support/readings.ts'
import { storeWebhook } from '../support/webhooks.ts'

const PATIENCE = { timeout: 60_000 }
/** The reader does not ask the provider of its own accord. */
const UNASKED = { ...HASTY, pollFirstMs: 600_000 }
const AMOUNT = 2500

const PAID = { to: 'APPROVED', cause: 'poll', key: 'poll/APPROVED' } as const
const RETURNED = { to: 'REJECTED', cause: 'webhook', key: 'webhook/returned' } as const
const CAME_BACK = { status: 'REJECTED', attention: null }

let stack: ChargeStack
beforeAll(async () => {
  stack = await startChargeStack()
})
afterAll(() => stack?.close())

async function taken(provider: string, timing = UNASKED) {
  const account = await stack.addAccount(provider)
  const started = await startWithdrawal(stack, [account], { amount: AMOUNT, timing })
  expect(await started.answer).toEqual({ outcome: 'created' })
  const { id } = started.row
  const externalId = (await disbursementOf(stack, id)).externalId ?? ''
  const act = (action: string) => stack.control('POST', `/withdrawals/${provider}/${externalId}/${action}`)
  return { account, id, row: started.row, externalId, act }
}

type Taken = Awaited<ReturnType<typeof taken>>

/** @param said begins to be written down, and waits until `first` is. */
async function overtaken(
  { id }: Taken,
  said: () => PromiseLike<unknown>,
  first: Omit<DisbursementTransition, 'disbursementId'>,
  meanwhile: () => PromiseLike<unknown> = async () => {},
): Promise<void> {
  await stack.database.writer.transaction(async (tx) => {
    // A notice that is stored for it, and what points to it, does not wait.
    await tx.select().from(disbursements).where(eq(disbursements.id, id)).for('no key update')
    await said()
    await untilAwaited(tx, stack.database)
    await meanwhile()
    expect(await moveDisbursement(tx, { disbursementId: id, ...first })).toMatchObject({ moved: true })
  })
}

const becomes = (id: string, row: object) => expect.poll(() => disbursementOf(stack, id), PATIENCE).toMatchObject(row)

describe('at ASAAS, which can be read', () => {
  const store = (
    { account, externalId }: Taken,
    event: string,
    verified: 'sharedSecret' | 'token' = 'sharedSecret',
  ) => {
    const transfer = { id: externalId, value: AMOUNT / 100, externalReference: null, failReason: null }
    const status = event.replace('TRANSFER_', '')
    return storeWebhook(
      stack,
      account,
      { id: `evt_${randomUUID()}`, event, transfer: { ...transfer, status } },
      verified,
    )
  }

  test.each([
    ['that it was paid, and that it came back is first', 'TRANSFER_DONE', RETURNED],
    ['that it came back, and a reading of before is first', 'TRANSFER_FAILED', PAID],
  ] as const)('a notice says %s: the provider is asked', async (_, event, first) => {
    const withdrawal = await taken('ASAAS')
    await withdrawal.act('settle')
    await withdrawal.act('return')
    const eventId = await store(withdrawal, event)
    await overtaken(withdrawal, () => deliverWebhookEvent(stack, eventId), first)
    expect(await workflowOf(stack, withdrawal.row).result()).toEqual({ status: 'REJECTED' })
    expect(await disbursementOf(stack, withdrawal.id)).toMatchObject(CAME_BACK)
  })

  test('what is read for a notice is older than the return: it is read again', async () => {
    const withdrawal = await taken('ASAAS')
    await withdrawal.act('settle')
    const eventId = await store(withdrawal, 'TRANSFER_DONE', 'token')
    const back = () => withdrawal.act('return')
    await overtaken(withdrawal, () => deliverWebhookEvent(stack, eventId), RETURNED, back)
    expect(await workflowOf(stack, withdrawal.row).result()).toEqual({ status: 'REJECTED' })
    expect(await disbursementOf(stack, withdrawal.id)).toMatchObject(CAME_BACK)
  })

  test.each([
    ['has come back', 'return', CAME_BACK],
    ['is paid', undefined, { status: 'APPROVED', attention: 'contradicted' }],
  ])(
    'what its reader reads is older than the return: the next reading counts, by which it %s',
    async (_, action, row) => {
      const withdrawal = await taken('ASAAS')
      const { id } = withdrawal
      await withdrawal.act('settle')
      await overtaken(withdrawal, () => readNow(stack, id), RETURNED)
      const lastRead = async () => {
        const [reading] = await stack.database.writer.select().from(readings).where(eq(readings.id, id))
        return reading?.readAt ?? null
      }
      await expect.poll(lastRead, PATIENCE).not.toBeNull()
      const before = await lastRead()
      expect(await disbursementOf(stack, id)).toMatchObject(CAME_BACK)
      if (action) await withdrawal.act(action)
      await readNow(stack, id)
      await expect.poll(lastRead, PATIENCE).not.toBe(before)
      expect(await disbursementOf(stack, id)).toMatchObject(row)
    },
  )

  test('what is read for an operator is older than the return: it is read again', async () => {
    const withdrawal = await taken('ASAAS', { ...UNASKED, pendingMs: 500 })
    const { id, row, act } = withdrawal
    expect(await untilAttention(stack, id)).toBe('noConfirmation')
    await act('settle')
    const word: Decision = { kind: 'resolve', outcome: 'created', by: 'ana' }
    const decide = () => workflowOf(stack, row).startUpdate(decideUpdate, { waitForStage: 'ACCEPTED', args: [word] })
    await overtaken(withdrawal, decide, RETURNED, () => act('return'))
    expect(await workflowOf(stack, row).result()).toEqual({ status: 'REJECTED' })
    expect(await disbursementOf(stack, id)).toMatchObject(CAME_BACK)
  })
})

describe('at a provider that cannot be read', () => {
  const transfer = ({ externalId }: Taken, evento: string, status: string) => ({
    evento,
    codigoTransacao: externalId,
    status,
    valor: -AMOUNT,
  })

  test.each([
    ['before the return', ['paid', 'returned'], { status: 'REJECTED', attentionReasons: [] }],
    ['after the failure', ['returned', 'paid'], { status: 'APPROVED', attentionReasons: ['contradicted'] }],
  ] as const)('that FLOW2PAY has paid it is what it was %s', async (_, order, row) => {
    const withdrawal = await taken('FLOW2PAY')
    const events = { paid: '', returned: '' }
    for (const each of order) {
      const evento = each === 'paid' ? 'PixOut' : 'PixOutReversalExternal'
      events[each] = await storeWebhook(stack, withdrawal.account, transfer(withdrawal, evento, 'Sucesso'))
    }
    const returned = { ...RETURNED, key: `webhook/${events.returned}` }
    await overtaken(withdrawal, () => deliverWebhookEvent(stack, events.paid), returned)
    expect(await workflowOf(stack, withdrawal.row).result()).toEqual({ status: row.status })
    expect(await disbursementOf(stack, withdrawal.id)).toMatchObject(row)
  })

  test('that FLOW2PAY has paid it is old where the notice of its return is what answered the lost request', async () => {
    const account = await stack.addAccount('FLOW2PAY')
    await stack.control('PUT', '/faults/FLOW2PAY/withdraw', { fault: 'commitThenDrop', times: 1 })
    const { row } = await startWithdrawal(stack, [account], { amount: AMOUNT, timing: UNASKED })
    expect(await untilAttention(stack, row.id)).toBe('unknownOutcome')
    const [attempt] = await disbursementAttemptsOf(stack, row.id)
    const named = { idEnvio: attempt?.reference, codigoTransacao: `taken-${row.id}`, status: 'Sucesso', valor: -AMOUNT }
    const paid = await storeWebhook(stack, account, { evento: 'PixOut', ...named })
    const returned = await storeWebhook(stack, account, { evento: 'PixOutReversalExternal', ...named })
    await deliverWebhookEvent(stack, returned)
    await becomes(row.id, CAME_BACK)
    await deliverWebhookEvent(stack, paid)
    const ignored = async () => (await disbursementEventsOf(stack, row.id)).filter((said) => /gnored/.test(said))
    await expect.poll(ignored, PATIENCE).toHaveLength(1)
    expect(await disbursementOf(stack, row.id)).toMatchObject(CAME_BACK)
  })

  test('what only the address proves is not taken for the end once there is another: an operator is asked', async () => {
    const withdrawal = await taken('RAPDYN')
    const { account, id, externalId } = withdrawal
    const body = { notification_type: 'transfer_out', id: externalId, status: 'completed' }
    const eventId = await storeWebhook(stack, account, body, 'token')
    await overtaken(withdrawal, () => deliverWebhookEvent(stack, eventId), RETURNED)
    await becomes(id, { status: 'REJECTED', attentionReasons: ['unconfirmedNotice'] })
  })
})
