/** `npm test`: provides what the tests need, runs all of them, and ends with one line that counts them. */
import { mendDriver } from '../db/driver/mend.ts'
import { defined } from '../domain/defined.ts'
import { findChromium } from './chromium.ts'
import { commitSeed } from './support/commit-seed.ts'
import { elapsed } from './support/progress.ts'
import { finish, runVitest, sumOf, type Totals } from './support/run-tests.ts'
import { findS3Server } from './support/s3-server.ts'
import { findTemporal } from './support/temporal-binary.ts'
import { buildWeb } from './support/web-build.ts'

/** Enough lifecycles to meet every fault at many providers; `npm run test:faults` plays thousands. What they found is in docs/faults.md. */
const FAULT_RUNS = '300'

/**
 * Temporal's server clears its memory four times as seldom as by itself, and looks for work on one thread: it lives for minutes, needs a
 * fraction of a processor, and the machine has other things to do.
 */
const TEMPORAL = { GOGC: '400', GOMAXPROCS: '1' }

/**
 * A run of everything is two stages: the whole product in browsers fills the processors alone, and beside it whatever else there is takes
 * longer than after it. The fault suite, one file at a time that waits, runs beside all other projects, which wait, too. Each run has a
 * Temporal of its own.
 */
const ON_WHOLE_PRODUCT = ['start', 'e2e']
const FAULTS = ['faults']
const OTHERS = [...ON_WHOLE_PRODUCT, ...FAULTS].map((project) => `!${project}`)
const STAGES = [[ON_WHOLE_PRODUCT], [FAULTS, OTHERS]]

const since = Date.now()
const say = (text: string) => console.log(`[${elapsed(since).padStart(5)}] ${text}`)

try {
  // Packages may have been installed without their scripts, or before the driver was mended.
  mendDriver()
  const temporal = await findTemporal(say)
  const s3Server = await findS3Server(say)
  const chromium = await findChromium(say)
  await buildWeb(say)
  say(`Temporal: ${temporal}; S3 server: ${s3Server}; Chromium: ${chromium}`)
  const chosen = process.argv.slice(2)
  // A commit passes or fails the same way each time; the next one, and a run of chosen tests, draws anew.
  const seed = chosen.length > 0 ? undefined : commitSeed()
  if (seed !== undefined) say(`Seed of this commit: ${seed}`)
  const env = {
    FAULT_RUNS,
    ...defined({ FAULT_SEED: seed, PROPERTY_SEED: seed }),
    ...TEMPORAL,
    ...process.env,
    TEMPORAL_CLI_PATH: temporal,
    VERSITYGW_PATH: s3Server,
    CHROMIUM_PATH: chromium,
  }
  const everything = STAGES.map((runs) => runs.map((projects) => projects.map((project) => `--project=${project}`)))
  const totals: Totals[] = []
  for (const runs of chosen.length > 0 ? [[chosen]] : everything) {
    totals.push(...(await Promise.all(runs.map((args) => runVitest(args, env)))))
  }
  finish(sumOf(totals))
} catch (error) {
  console.error(`\nThe tests cannot run: ${error instanceof Error ? error.message : error}`)
  finish({ passed: 0, failed: 1, failures: [] })
}
