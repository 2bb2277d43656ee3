/** Movements that are asked for begin in turns: docs/decisions/0292-movements-begin-in-turns.md */
import fp from 'fastify-plugin'
import { Counter, Gauge } from 'prom-client'
import { isLive } from '../../../domain/mode.ts'
import type { Identity } from '../../access/actor.ts'
import { problem } from '../../problem.ts'
import { STOPPING } from '../../stopping.ts'
import { createTurns, type Turns } from '../../turns.ts'

/** In whose line a movement stands: a platform's programs, its users and its buyers have one each, and do not wait behind the others. */
export interface Asker {
  platformId: string
  type: Identity['type'] | 'buyer'
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Makes a movement, from its row to its answer. @param make is told whether it had to wait.
     * @throws ApiProblem 429 when too much is asked for at once, 503 when the process stops: nothing was begun.
     */
    movementTurn<T>(asker: Asker, make: (hasWaited: boolean) => Promise<T>): Promise<T>
  }
}

/** Under way or waiting, for each that may be under way. */
const PLACES_FOR_EACH = 6
/** One of so many that may be under way is for those that have none. */
const NEWCOMERS_ONE_IN = 8
/** Beside the live ones, of which so many may be under way, there is one turn of test mode. */
const LIVE_FOR_A_TEST = 8
const FEWEST_TESTS = 2
const RETRY_AFTER_SECONDS = 2
const CROWDED = 'Too much is asked for at once; this request has begun nothing'

export default fp(
  async (app) => {
    const atOnce = app.settings.movementsAtOnce
    const registers = [app.metrics.registry]
    const refused = new Counter({
      name: 'trilho_movements_refused_total',
      help: 'Charges, refunds, withdrawals and receivers that were refused because too much was asked for at once.',
      registers,
    })
    const turnsFor = (most: number, onRefused: () => void) =>
      createTurns({
        atOnce: most,
        forNewcomers: Math.ceil(most / NEWCOMERS_ONE_IN),
        places: PLACES_FOR_EACH * most,
        longestWaitMs: () => app.creationWaitMs,
        told: { errors: [{ path: '', rule: 'crowded', message: CROWDED }], retryAfter: RETRY_AFTER_SECONDS },
        onRefused,
      })
    const live = turnsFor(atOnce, () => refused.inc())
    const test = turnsFor(Math.max(FEWEST_TESTS, Math.ceil(atOnce / LIVE_FOR_A_TEST)), () => {})
    const gauge = (name: string, what: string, turns: Turns) =>
      new Gauge({
        name,
        help: `Charges, refunds, withdrawals and receivers ${what}that are being made, and that wait for their turn.`,
        labelNames: ['state'],
        registers,
        collect() {
          this.set({ state: 'underWay' }, turns.underWay())
          this.set({ state: 'waiting' }, turns.waiting())
        },
      })
    gauge('trilho_movements', '', live)
    gauge('trilho_test_movements', 'of test mode ', test)
    app.decorate('movementTurn', ({ platformId, type }, make) =>
      (isLive(platformId) ? live : test).inTurn(`${type} of ${platformId}`, make),
    )
    app.addHook('preClose', async () => {
      for (const turns of [live, test]) turns.stop(() => problem('unavailable', STOPPING))
    })
  },
  { name: 'movement-turns', dependencies: ['metrics'] },
)
