/** What the runbook says of readers that are late, paused or cannot move: its SQL and its commands, as they are written there. */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { accountReaderWorkflowId } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { readNow, setReading, unreadCharge, wakeReaderOf } from '../support/readings.ts'
import { commandWith, inShell, STATEMENTS, statementWith } from '../support/runbook.ts'
import { startStuck } from '../support/stuck-workflows.ts'

const PATIENCE = { timeout: 60_000 }
/** The runbook's two minutes, and what a busy machine takes. */
const ANEW = { timeout: 180_000, interval: 1_000 }
const LATE = statementWith('next_read_at <= now()')
const PAUSED = statementWith('paused_at IS NOT NULL')
const UNPAUSE = statementWith('paused_at = NULL')
const READER = '--workflow-id "account/$ACCOUNT_ID/reader"'

let stack: ChargeStack
beforeAll(async () => {
  stack = await startChargeStack()
})
afterAll(() => stack?.close())

const run = (statement: string) => stack.database.writer.execute(sql.raw(statement))
const accountsIn = async (statement: string) => (await run(statement)).map((row) => row.provider_account_id)
const signal = (name: string, accountId: string) =>
  inShell(stack, commandWith('workflow signal', READER, `--name ${name}`), { ACCOUNT_ID: accountId })
const isApproved = (chargeId: string) =>
  vi.waitFor(async () => expect((await stack.charge(chargeId)).status).toBe('APPROVED'), ANEW)

/** Paid at its provider, and not read: its reader is paused, by the runbook. */
async function paused() {
  const accountId = await stack.addAccount('ASAAS')
  const { chargeId, act } = await unreadCharge(stack, accountId)
  // It stays while something is due within half an hour.
  await setReading(stack, chargeId, { nextReadAt: sql`now() + interval '10 minutes'` })
  await wakeReaderOf(stack, chargeId)
  await signal('pause', accountId)
  await vi.waitFor(async () => expect(await accountsIn(PAUSED)).toContain(accountId), PATIENCE)
  await act('pay')
  await setReading(stack, chargeId, { nextReadAt: sql`now() - interval '1 hour'` })
  return { accountId, chargeId }
}

test('its readings are found to be late, and who is paused; resumed, it makes up for them', async () => {
  const { accountId, chargeId } = await paused()
  expect(await run(LATE)).toContainEqual(expect.objectContaining({ provider_account_id: accountId, count: '1' }))
  expect((await stack.charge(chargeId)).status).toBe('PENDING')
  await signal('resume', accountId)
  await isApproved(chargeId)
  expect(await accountsIn(LATE)).not.toContain(accountId)
  expect(await accountsIn(PAUSED)).not.toContain(accountId)
})

test('one that was paused and does not move is replaced by one that reads', async () => {
  const { accountId, chargeId } = await paused()
  await startStuck(stack, accountReaderWorkflowId(accountId))
  await inShell(stack, commandWith('workflow terminate', READER), { ACCOUNT_ID: accountId })
  await run(UNPAUSE.replace('<id>', accountId))
  await isApproved(chargeId)
}, 300_000)

test('one that was paused and ended is started by what comes next, and is not paused', async () => {
  const { accountId, chargeId } = await paused()
  await inShell(stack, commandWith('workflow terminate', READER), { ACCOUNT_ID: accountId })
  const next = await unreadCharge(stack, accountId)
  await isApproved(chargeId)
  expect(await accountsIn(PAUSED)).not.toContain(accountId)
  await next.act('pay')
  await readNow(stack, next.chargeId)
  await isApproved(next.chargeId)
})

test.each(STATEMENTS)('the database understands %s', async (statement) => {
  await run(statement.replace('<id>', randomUUID()))
})
