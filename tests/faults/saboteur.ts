/** Sets faults at the fake providers, each for one charge, and keeps count of how often each has struck. */
import { setTimeout as sleep } from 'node:timers/promises'
import { defined } from '../../domain/defined.ts'
import type { Sandbox } from '../support/sandbox-client.ts'
import type { Cell, Fault } from './plan.ts'

/** Amounts are each charge's own, so a fault for one spares all others, however late or often they come. */
export interface Target extends Pick<Cell, 'provider' | 'operation'> {
  /** Null: the call that says the text, or comes first. */
  amount: number | null
  text?: string
}

export interface Saboteur {
  arm(target: Target & Pick<Cell, 'fault'> & Partial<Cell>): Promise<void>
  /** Waits until the target has no fault left, or for as long as `patienceMs`. */
  untilStruck(target: Target, patienceMs: number): Promise<void>
  /** Takes back what has not struck. */
  disarm(): Promise<void>
  strikes(): ReadonlyMap<Fault, number>
  /** The same by operation. */
  struck(): ReadonlyMap<string, number>
}

const LOOK_EVERY_MS = 100
const RETRY_AFTER_SECONDS = 1

export function createSaboteur(sandbox: Sandbox): Saboteur {
  const armed = new Map<string, { fault: Fault; operation: string; times: number }>()
  const strikes = new Map<Fault, number>()
  const operations = new Map<string, number>()
  const keyOf = ({
    provider,
    operation,
    amount,
    text = null,
  }: Pick<Target, 'provider' | 'operation' | 'amount'> & { text?: string | null }) =>
    `${provider} ${operation} ${amount} ${text ?? ''}`

  /** A rule loses one of its times at each strike and is gone after the last. */
  const count = async (key: string): Promise<void> => {
    const rule = armed.get(key)
    if (!rule) return
    const left = (await sandbox.faults()).find((fault) => keyOf(fault) === key)?.times ?? 0
    // One that strikes until it is removed is not counted down.
    const struck = rule.times === 0 ? 1 : rule.times - left
    strikes.set(rule.fault, (strikes.get(rule.fault) ?? 0) + struck)
    operations.set(rule.operation, (operations.get(rule.operation) ?? 0) + struck)
    armed.delete(key)
  }

  return {
    arm: async ({ provider, operation, amount, text, fault, times = 1, delayMs = 0 }) => {
      const key = keyOf({ provider, operation, amount, ...defined({ text }) })
      await count(key)
      armed.set(key, { fault, operation, times })
      const whose = defined({ amount: amount ?? undefined, text })
      const rule = { fault, ...whose, times, delayMs, retryAfterSeconds: RETRY_AFTER_SECONDS }
      await sandbox.setFault(provider, operation, rule)
    },
    untilStruck: async (target, patienceMs) => {
      const deadline = Date.now() + patienceMs
      const isArmed = async () => (await sandbox.faults()).some((fault) => keyOf(fault) === keyOf(target))
      while (Date.now() < deadline && (await isArmed())) await sleep(LOOK_EVERY_MS)
    },
    disarm: async () => {
      for (const key of [...armed.keys()]) await count(key)
      await sandbox.clearFaults()
    },
    strikes: () => strikes,
    struck: () => operations,
  }
}
