/** Sets faults at the fake providers, one at a time per operation, and keeps count of how often each has struck. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sandbox } from '../support/sandbox-client.ts'
import type { Cell, Fault } from './plan.ts'

export interface Saboteur {
  arm(cell: Pick<Cell, 'provider' | 'operation' | 'fault'> & Partial<Cell>): Promise<void>
  /** Waits until the operation has no fault left, or for as long as `patienceMs`. */
  untilStruck(cell: Pick<Cell, 'provider' | 'operation'>, patienceMs: number): Promise<void>
  /** Whoever wants to strike the same operation of the same provider waits. */
  exclusively<T>(provider: string, operation: string, run: () => Promise<T>): Promise<T>
  /** Takes back what has not struck. */
  disarm(): Promise<void>
  strikes(): ReadonlyMap<Fault, number>
}

const LOOK_EVERY_MS = 100
const RETRY_AFTER_SECONDS = 1

export function createSaboteur(sandbox: Sandbox): Saboteur {
  const armed = new Map<string, { fault: Fault; times: number }>()
  const strikes = new Map<Fault, number>()
  const turns = new Map<string, Promise<unknown>>()
  const keyOf = ({ provider, operation }: { provider: string; operation: string }) => `${provider} ${operation}`

  /** A rule loses one of its times at each strike and is gone after the last. */
  const count = async (key: string): Promise<void> => {
    const rule = armed.get(key)
    if (!rule) return
    const left = (await sandbox.faults()).find((fault) => keyOf(fault) === key)?.times ?? 0
    strikes.set(rule.fault, (strikes.get(rule.fault) ?? 0) + rule.times - left)
    armed.delete(key)
  }

  return {
    arm: async ({ provider, operation, fault, times = 1, delayMs = 0 }) => {
      const key = keyOf({ provider, operation })
      await count(key)
      armed.set(key, { fault, times })
      await sandbox.setFault(provider, operation, { fault, times, delayMs, retryAfterSeconds: RETRY_AFTER_SECONDS })
    },
    untilStruck: async (cell, patienceMs) => {
      const deadline = Date.now() + patienceMs
      const isArmed = async () => (await sandbox.faults()).some((fault) => keyOf(fault) === keyOf(cell))
      while (Date.now() < deadline && (await isArmed())) await sleep(LOOK_EVERY_MS)
    },
    exclusively: (provider, operation, run) => {
      const key = keyOf({ provider, operation })
      const turn = (turns.get(key) ?? Promise.resolve()).then(run)
      turns.set(
        key,
        turn.catch(() => undefined),
      )
      return turn
    },
    disarm: async () => {
      for (const key of [...armed.keys()]) await count(key)
      await sandbox.clearFaults()
    },
    strikes: () => strikes,
  }
}
