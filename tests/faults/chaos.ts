/** kill -9 for the worker, the API, Temporal and PostgreSQL, as planned; each comes back a little later, as under any supervisor. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '../../scripts/support/service.ts'
import type { ProductOfProcesses } from '../support/product.ts'
import { allOf } from './crowd.ts'
import { type Kill, VICTIMS, type Victim } from './kills.ts'

export interface Chaos {
  /** Outside the plan; `whileDown` runs before it comes back. */
  kill(victim: Victim, downMs: number, whileDown?: () => Promise<void>): Promise<void>
  /** Settles when every planned kill is done, or called off, and everything is up again. */
  finished: Promise<void>
  /** No planned kill begins any more. */
  callOff(): void
  /** Starts what has ended without having been killed; returns the names. */
  revive(): Promise<string[]>
  kills: readonly KillDone[]
  /** Since when nothing is dead, in milliseconds since 1970; now, while something is. */
  upSince(): number
}

/** Times in milliseconds since 1970. */
export interface KillDone {
  victim: Victim
  unanswered: number
  from: number
  /** When it was started again; null while it is down. */
  until: number | null
}

export interface Load {
  /** The workflows of a worker of the next version. */
  nextBundle: string
  /** Lifecycles begun so far. */
  begun(): number
  /** Sellers who wait for their answer at this moment. */
  unanswered(): number
}

const LOOK_EVERY_MS = 50

export function startChaos(product: ProductOfProcesses, plan: readonly Kill[], load: Load): Chaos {
  const turns = new Map<Victim, Promise<void>>()
  const kills: KillDone[] = []
  const down = new Set<Victim>()
  let calledOff = false

  const strike = async (victim: Victim, downMs: number, whileDown?: () => Promise<void>): Promise<void> => {
    const service = serviceOf(product, victim)
    const done: KillDone = { victim, unanswered: load.unanswered(), from: Date.now(), until: null }
    kills.push(done)
    down.add(victim)
    try {
      await service.kill()
      await sleep(downMs)
      await whileDown?.()
      await service.start()
    } finally {
      done.until = Date.now()
      down.delete(victim)
    }
  }
  const kill: Chaos['kill'] = (victim, downMs, whileDown) => {
    const turn = (turns.get(victim) ?? Promise.resolve()).then(() => strike(victim, downMs, whileDown))
    turns.set(
      victim,
      turn.catch(() => undefined),
    )
    return turn
  }
  const planned = plan.map(async ({ victim, afterLives, delayMs, downMs, next }) => {
    while (load.begun() < afterLives && !calledOff) await sleep(LOOK_EVERY_MS)
    await sleep(delayMs)
    if (!calledOff)
      await kill(victim, downMs, async () => {
        // From its next start on the worker is the next version's.
        if (next) product.env.FAULT_BUNDLE = load.nextBundle
      })
  })

  return {
    kill,
    finished: allOf(planned),
    callOff: () => {
      calledOff = true
    },
    revive: async () => {
      const dead = VICTIMS.toReversed().filter((name) => !down.has(name) && serviceOf(product, name).pid === undefined)
      for (const name of dead) await serviceOf(product, name).start()
      return dead
    },
    kills,
    upSince: () => Math.max(0, ...kills.map(({ until }) => until ?? Date.now())),
  }
}

function serviceOf({ services }: ProductOfProcesses, victim: Victim): Service {
  const service = services[victim]
  if (!service) throw new Error(`${victim} is not ours to kill`)
  return service
}
