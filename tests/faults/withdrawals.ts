/** A withdrawal's life: the seller asks, the bank pays it out, refuses it, takes it back, or says nothing. */
import { setTimeout as sleep } from 'node:timers/promises'
import { decideApproval } from './approver.ts'
import { ask, askOnceMore } from './asking.ts'
import { destinationOf } from './destinations.ts'
import type { Cell, WithdrawalLife } from './plan.ts'
import { arm, type Deed, killMeanwhile, SECOND_THOUGHTS_MS, untilFound, type World } from './world.ts'

const atOnce = ({ operation }: Cell) => ['withdraw', 'findWithdraw', 'readBatch', 'token'].includes(operation)

export async function liveWithdrawal(world: World, deed: Deed, life: WithdrawalLife): Promise<void> {
  await arm(world, deed, atOnce)
  const { key, amount, method, servers, again, givesUp, provider } = life
  const body = {
    amount,
    paymentMethod: method,
    withdrawReference: key,
    providerAccountId: world.accounts.get(provider),
    ...destinationOf(life),
  }
  const asked = ask(world, { key, path: '/v1/withdrawals', body, servers, again, givesUp })
  deed.asked = asked
  await Promise.all([
    askOnceMore(world, asked),
    decideApproval(world, deed, life),
    actAsBank(world, deed, life),
    killMeanwhile(world, deed),
  ])
}

async function actAsBank(world: World, deed: Deed, { amount, bank, index }: WithdrawalLife): Promise<void> {
  if (bank.length === 0) return
  const found = await untilFound(world, async () => (await world.withdrawalsOf(amount))[0])
  if (!found) return
  const isOfLast = ({ fault }: Cell) => fault === 'noWebhook' && index % 2 === 1
  await arm(world, deed, (cell) => !atOnce(cell) && !isOfLast(cell))
  for (const [number, step] of bank.entries()) {
    if (number > 0) await sleep(SECOND_THOUGHTS_MS)
    if (number === bank.length - 1) await arm(world, deed, isOfLast)
    try {
      await world.sandbox.actOnWithdrawal(found, step)
      deed.acted.push(step)
    } catch (error) {
      deed.notes.push(`${step}: ${error instanceof Error ? error.message : error}`)
      return
    }
  }
}
