/** The runbook's decisions by Temporal's command line, for when our API is down: each is typed as it is written there. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { deliverWebhookEvent } from '../../inbox/deliver.ts'
import { chargeWorkflowId } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { type Link, openLink } from '../support/link.ts'
import { commandWith, inShell } from '../support/runbook.ts'
import { storeNotice } from '../support/webhooks.ts'

const PATIENCE = { timeout: 60_000 }

let stack: ChargeStack
let link: Link
let paguesafe: string
/** Reached over the link. */
let asaas: string
beforeAll(async () => {
  stack = await startChargeStack()
  link = await openLink({ host: '127.0.0.1', port: Number(new URL(stack.sandbox.url).port) })
  paguesafe = await stack.addAccount('PAGUESAFE')
  asaas = await stack.addAccount('ASAAS', { baseUrl: `http://127.0.0.1:${link.port}/asaas/v3` })
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(async () => {
  await stack?.close()
  await link?.close()
})

const handleOf = (chargeId: string) => stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId))
const becomes = (chargeId: string, row: object) =>
  vi.waitFor(async () => expect(await stack.charge(chargeId)).toMatchObject(row), PATIENCE)

async function waiting(at: string, attention: string): Promise<string> {
  const { chargeId, creation } = await stack.start([at], { timing: { unknownMs: 1_000, triesBeforeAsking: 2 } })
  expect(await creation).toEqual({ outcome: 'needsAttention' })
  await becomes(chargeId, { attention })
  return chargeId
}

describe('a charge whose answer was lost', () => {
  let chargeId: string
  beforeEach(async () => {
    await stack.control('PUT', '/faults/PAGUESAFE/createTransaction', { fault: 'commitThenDrop', times: 1 })
    chargeId = await waiting(paguesafe, 'unknownOutcome')
  })
  const type = (command: string) => inShell(stack, command, { ID: chargeId })
  const signal = (...parts: string[]) => commandWith('workflow signal', '--workflow-id "charge/$ID"', ...parts)
  const decisions = async () =>
    (await stack.events(chargeId)).flatMap(({ type: kind, detail }) =>
      /^operator|^decision/.test(kind) ? [[kind, detail?.by, detail?.why]] : [],
    )

  async function atProvider(): Promise<string> {
    const { data } = await stack.control<{ data: { id: string; reference: string }[] }>(
      'GET',
      '/transactions?provider=PAGUESAFE',
    )
    const [attempt] = await stack.attempts(chargeId)
    return data.find(({ reference }) => reference === attempt?.id.replaceAll('-', ''))?.id ?? ''
  }

  test('retry only looks, and there is nothing to look by', async () => {
    await type(signal('--name retry'))
    await vi.waitFor(
      async () => expect(await decisions()).toEqual([['decisionVoid', 'Temporal', 'cannotLook']]),
      PATIENCE,
    )
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'PENDING', attention: 'unknownOutcome' })
  })

  test.each([
    ['cancel', signal('--name cancel'), 'operatorCanceled'],
    ['resolve as not created', signal('--name resolve', 'notCreated'), 'operatorResolved'],
  ])('%s ends it, by the name of Temporal', async (_, command, event) => {
    await type(command)
    expect(await handleOf(chargeId).result()).toEqual({ status: 'REJECTED' })
    expect(await decisions()).toEqual([[event, 'Temporal', undefined]])
  })

  test('resolve as created takes the transaction that it names', async () => {
    const transactionId = await atProvider()
    await type(signal('--name resolve', 'externalId').replace('pay_0123456789', transactionId))
    await becomes(chargeId, { transactionId, attention: null })
    await vi.waitFor(
      async () => expect(await decisions()).toEqual([['operatorResolved', 'Temporal', undefined]]),
      PATIENCE,
    )
  })
})

test('all that wait at a provider are told at once that it is back, and none that has closed', async () => {
  const ended = await stack.start([asaas], { timing: { longestLifeMs: 1_000, graceMs: 100, pollFirstMs: 3_600_000 } })
  expect(await ended.creation).toEqual({ outcome: 'created' })
  expect(await handleOf(ended.chargeId).result()).toEqual({ status: 'REJECTED' })
  const { transactionId } = await stack.charge(ended.chargeId)
  const notice = {
    accountId: asaas,
    transactionId: transactionId ?? '',
    status: 'RECEIVED',
    proof: 'sharedSecret',
  } as const
  expect(await deliverWebhookEvent(stack, await storeNotice(stack, notice))).toBe('delivered')
  await becomes(ended.chargeId, { attention: 'latePayment' })

  await link.cut()
  const waits = [await waiting(asaas, 'providerUnreachable'), await waiting(asaas, 'providerUnreachable')]
  await link.mend()
  const found = async () => (await stack.temporal.workflow.count('NeedsAttention = true AND Provider = "ASAAS"')).count
  await expect.poll(found, PATIENCE).toBe(3)

  const printed = await inShell(stack, commandWith('workflow signal', '--query', '--name retry'))
  expect(printed).toContain('approximately 2 workflow(s)')
  for (const chargeId of waits) await becomes(chargeId, { attention: null, transactionId: expect.any(String) })
})
