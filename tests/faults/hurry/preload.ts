/**
 * Loaded before the product's processes (`node --import`): their waits become shorter, without an option of the product's for each. The
 * worker is given its workflows bundled, by FAULT_BUNDLE: making the bundle is most of the time that its start takes.
 */
import { registerHooks } from 'node:module'
import { RHYTHM } from '../../../domain/poll-rhythm.ts'
import type { Patience } from '../../../worker/worker.ts'
import { AFTER_END_MS, ONCE_MORE_MS } from './after-end.ts'
import { HURRY, hurried, hurriedAll, MONEY_TIMEOUT_MS } from './pace.ts'

/** Constants of milliseconds, and of SQL intervals. */
const SHORTER: Readonly<Record<string, readonly string[]>> = {
  'activities/attempt-disbursement.ts': ['YOUNG_MS'],
  'activities/sending.ts': ['FRESH_MS'],
  'activities/sweep-watch.ts': ['MAKING_MS', 'DECIDING_MS'],
  'db/queries/movement/unstarted.ts': ['DIED_WITHIN'],
  'db/queries/reading/due.ts': ['LEASE', 'AWAKE', 'BETWEEN_REPEATS'],
  'db/queries/reading/server.ts': ['ONCE_MORE', 'SPREAD'],
  'db/queries/reading/told.ts': ['HEARD_WITHIN'],
  'db/queries/receiver/unstarted.ts': ['DIED_WITHIN'],
  'domain/dispute.ts': ['YOUNG_DISPUTE_MS'],
  'gateway/budget.ts': ['PATIENCE_MS'],
}
const WORKER = 'worker/main.ts'
const STARTED = 'startWorker(settings, logger)'

/** A campaign whose requests are not to be lost, however busy the machine, waits longer for their answers. */
const moneyTimeoutMs = Number(process.env.FAULT_MONEY_TIMEOUT_MS ?? MONEY_TIMEOUT_MS)

/** What the worker is started with: its waits, and its workflows. */
export const patience = (): Patience => ({
  httpTimeoutMs: hurried(10_000),
  moneyTimeoutMs,
  settleMs: hurried(45_000) - MONEY_TIMEOUT_MS + moneyTimeoutMs,
  rhythm: {
    ...hurriedAll(RHYTHM),
    shiftMs: RHYTHM.shiftMs,
    onceMoreMs: ONCE_MORE_MS,
    // A look that finds nothing due delays a reading; it costs Temporal more than the reading does, and there is one for each account.
    lookEveryMs: RHYTHM.lookEveryMs / 2,
    afterEndMs: process.env.FAULT_AFTER_END === 'soon' ? AFTER_END_MS : RHYTHM.afterEndMs,
  },
})

const changeOf = (url: string) => Object.keys(SHORTER).find((file) => url.endsWith(`/${file}`))

registerHooks({
  load: (url, context, load) => {
    const loaded = load(url, context)
    const file = changeOf(url)
    if (file) return { ...loaded, source: (SHORTER[file] ?? []).reduce(shorten, String(loaded.source)) }
    if (!url.endsWith(`/${WORKER}`)) return loaded
    const source = String(loaded.source)
    if (!source.includes(STARTED)) throw new Error(`${WORKER} starts otherwise`)
    const started =
      'startWorker(settings, logger, patience(), { workflowBundle: { codePath: process.env.FAULT_BUNDLE } })'
    return { ...loaded, source: `import { patience } from '${import.meta.url}'\n${source.replace(STARTED, started)}` }
  },
})

/** @throws Error when there is no such constant. */
function shorten(source: string, name: string): string {
  const declared = new RegExp(`^((?:export )?const ${name} = )(.+)$`, 'm')
  if (!declared.test(source)) throw new Error(`There is no ${name}`)
  return source.replace(declared, (_, head: string, value: string) =>
    value.startsWith('sql`') ? `${head}${value.slice(0, -1)} / ${HURRY}\`` : `${head}(${value}) / ${HURRY}`,
  )
}
