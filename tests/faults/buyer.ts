/** Buyers: they find their transaction at the provider by its amount, and pay, refuse, or have their money back. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sandbox, SandboxTransaction } from '../support/sandbox-client.ts'
import type { Fault, Scenario } from './plan.ts'
import type { Saboteur } from './saboteur.ts'
import type { Sale } from './seller.ts'

const LOOK_EVERY_MS = 250
const SECOND_THOUGHTS_MS = 1_500

export interface Market {
  sandbox: Sandbox
  saboteur: Saboteur
  /** The provider's transactions of this amount, as of a moment ago. */
  find(amount: number): Promise<SandboxTransaction | undefined>
  /** Sends those home who still wait for a transaction. */
  closing: AbortSignal
}

export function openMarket(sandbox: Sandbox, saboteur: Saboteur, closing: AbortSignal): Market {
  let reading = { at: 0, transactions: Promise.resolve<SandboxTransaction[]>([]) }
  return {
    sandbox,
    saboteur,
    closing,
    find: async (amount) => {
      if (Date.now() - reading.at > LOOK_EVERY_MS) reading = { at: Date.now(), transactions: sandbox.transactions() }
      return (await reading.transactions).find((transaction) => transaction.amount === amount)
    },
  }
}

/** @returns whether there was a transaction to act on. */
export async function actAsBuyer(market: Market, sale: Sale): Promise<boolean> {
  const { scenario } = sale
  if (!scenario.eagerBuyer) await sale.done
  const transaction = await untilFound(market, scenario)
  if (!transaction) return false
  const [first, second] = ACTIONS[scenario.buyer]
  if (!first) return true
  await act(market, scenario, transaction, first, !second)
  if (!second) return true
  await sleep(scenario.eagerBuyer ? 0 : SECOND_THOUGHTS_MS)
  await act(market, scenario, transaction, second, true)
  return true
}

const ACTIONS = {
  pay: ['pay'],
  refuse: ['refuse'],
  nothing: [],
  payThenRefund: ['pay', 'refund'],
} as const satisfies Record<Scenario['buyer'], readonly ('pay' | 'refuse' | 'refund')[]>

async function untilFound({ find, closing }: Market, { amount }: Scenario): Promise<SandboxTransaction | undefined> {
  for (;;) {
    const found = await find(amount)
    if (found || closing.aborted) return found
    await sleep(LOOK_EVERY_MS)
  }
}

async function act(
  { sandbox, saboteur }: Market,
  scenario: Scenario,
  transaction: SandboxTransaction,
  action: 'pay' | 'refuse' | 'refund',
  isLast: boolean,
): Promise<void> {
  const { provider, amount } = transaction
  const { cell } = scenario
  if (cell?.operation === 'readTransaction' && action === 'pay') await saboteur.arm({ ...cell, provider, amount })
  const fault = noticeFault(scenario, action, isLast)
  if (fault) await saboteur.arm({ provider, operation: 'webhook', amount, fault })
  await sandbox.act(transaction, action)
}

function noticeFault({ cell, index }: Scenario, action: string, isLast: boolean): Fault | undefined {
  // Half of those who meet a fault of reading pay without a notice, so that only reading can tell.
  if (cell?.operation === 'readTransaction') return action === 'pay' && index % 2 === 0 ? 'noWebhook' : undefined
  if (cell?.operation !== 'webhook' || cell.fault === 'webhookBeforeResponse') return undefined
  if (cell.fault === 'noWebhook') return action === 'pay' ? cell.fault : undefined
  return isLast ? cell.fault : undefined
}
