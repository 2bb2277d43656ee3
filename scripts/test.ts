/** `npm test`: provides what the tests need, runs all of them, and ends with one line that counts them. */
import { mendDriver } from '../db/driver/mend.ts'
import { defined } from '../domain/defined.ts'
import { findChromium } from './chromium.ts'
import { commitSeed } from './support/commit-seed.ts'
import { elapsed } from './support/progress.ts'
import { finish, runVitest, sumOf } from './support/run-tests.ts'
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
 * A run of everything is three runs side by side, because all of them wait more than they compute: the whole product, the fault
 * suite, which is one file at a time and would be a long end, and every other project. Each has a Temporal of its own.
 */
const SIDE_BY_SIDE = [['start', 'e2e'], ['faults']]
const RUNS = [...SIDE_BY_SIDE, SIDE_BY_SIDE.flat().map((project) => `!${project}`)]

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
  const runs = chosen.length > 0 ? [chosen] : RUNS.map((projects) => projects.map((project) => `--project=${project}`))
  finish(sumOf(await Promise.all(runs.map((args) => runVitest(args, env)))))
} catch (error) {
  console.error(`\nThe tests cannot run: ${error instanceof Error ? error.message : error}`)
  finish({ passed: 0, failed: 1, failures: [] })
}
