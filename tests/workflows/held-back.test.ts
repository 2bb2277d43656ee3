/** A limit of ours is told as ours: it is no failure of the provider's. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lastTries } from '../../db/queries/routing/tries.ts'
import { chargeAttempts, disbursementEvents, platforms } from '../../db/schema/index.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { startWithdrawal } from '../support/disbursements.ts'

let stack: ChargeStack
beforeAll(async () => {
  // No request ever finds a place.
  stack = await startChargeStack({ providerRequests: { perAccount: 1, waitingPerAccount: 0, total: 1 } })
})
afterAll(() => stack?.close())

const HELD_BACK = {
  key: 'heldBack/1',
  type: 'heldBack',
  cause: 'policy',
  provider: 'ASAAS',
  detail: { message: expect.any(String) },
}

test('a charge that our own limit held back says so, and its account counts as no worse for it', async () => {
  const accountId = await stack.addAccount('ASAAS')
  const { chargeId, creation } = await stack.start([accountId], { timing: { triesBeforeAsking: 3 } })
  expect(await creation).toEqual({ outcome: 'needsAttention' })

  const events = await stack.events(chargeId)
  expect(events.filter(({ key }) => /^(heldBack|turnedAway|sent)\//.test(key))).toMatchObject([HELD_BACK])
  expect(await stack.database.writer.select().from(chargeAttempts)).toMatchObject([
    { chargeId, state: 'created', errorKind: null },
  ])
  expect((await lastTries(stack.database.writer, [accountId])).get(accountId)).toEqual([])
})

test('and so does a withdrawal', async () => {
  const accountId = await stack.addAccount('ASAAS')
  const { row, answer } = await startWithdrawal(stack, [accountId], { timing: { triesBeforeAsking: 3 } })
  expect(await answer).toEqual({ outcome: 'needsAttention' })
  const events = await stack.database.writer
    .select()
    .from(disbursementEvents)
    .where(eq(disbursementEvents.disbursementId, row.id))
  expect(events.filter(({ key }) => /^(heldBack|turnedAway|sent)\//.test(key))).toMatchObject([HELD_BACK])
})

test('a certificate that cannot be had is no limit of ours: the charge says that nothing was made there, and why', async () => {
  await stack.database.writer.update(platforms).set({ certCashInUrl: 'http://127.0.0.1:1/client.pem' })
  const accountId = await stack.addAccount('TREEAL')
  const { chargeId, creation } = await stack.start([accountId], { timing: { triesBeforeAsking: 3 } })
  expect(await creation).toEqual({ outcome: 'needsAttention' })

  const events = await stack.events(chargeId)
  expect(events.filter(({ key }) => /^(heldBack|turnedAway|sent)\//.test(key))).toMatchObject([
    {
      type: 'turnedAway',
      cause: 'provider',
      provider: 'TREEAL',
      detail: { message: expect.any(String) },
    },
  ])
})
