/**
 * `npm run test:faults -- --runs N --seed S --shard i/n`: the fault suite, in batches, each with its own product. Restarted with
 * the same three arguments, it continues with the batches that have not passed. Other arguments are test files.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { isTooMany } from '../tests/faults/verdict.ts'
import {
  askedIn,
  batchesOf,
  type Campaigning,
  type Done,
  keepDone,
  latestOf,
  leftOf,
  readAsked,
  readCampaigning,
  readDone,
} from './support/fault-batches.ts'
import { elapsed } from './support/progress.ts'
import { ROOT } from './support/root.ts'
import { finish, runVitest, type Totals } from './support/run-tests.ts'
import { findTemporal } from './support/temporal-binary.ts'
import { buildWeb } from './support/web-build.ts'

const SUITE = 'tests/faults/faults.test.ts'

const since = Date.now()
const say = (text: string) => console.log(`[${elapsed(since).padStart(5)}] ${text}`)

try {
  const campaigning = readCampaigning(process.argv.slice(2), Math.floor(Math.random() * 1_000_000))
  const { rest } = campaigning
  const temporal = await findTemporal(say)
  await buildWeb(say)
  const environment = { ...process.env, TEMPORAL_CLI_PATH: temporal }
  finish(
    rest.length > 0
      ? await runVitest(['--project', 'faults', ...rest], environment)
      : await playBatches(campaigning, environment),
  )
} catch (error) {
  console.error(`\nThe fault suite cannot run: ${error instanceof Error ? error.message : error}`)
  finish({ passed: 0, failed: 1, failures: [] })
}

/** Those that have not passed yet, one after the other; what each came to is kept at once. */
async function playBatches(campaigning: Campaigning, environment: NodeJS.ProcessEnv): Promise<Totals> {
  const { runs, seed, shard } = campaigning
  const file = join(ROOT, '.trilho', 'faults', `${seed}-${runs}-${shard.number}of${shard.of}.json`)
  const askedFile = `${file}.asked`
  const done: Done[] = readDone(file)
  const batches = batchesOf(campaigning)
  const left = leftOf(batches, done)
  say(`Seed ${seed}, shard ${shard.number}/${shard.of}: ${left.length} of ${batches.length} batches to play (${file})`)

  let stopped = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => (stopped = true))
  for (const batch of left) {
    if (stopped) break
    const begun = Date.now()
    rmSync(askedFile, { force: true })
    const { passed, failed } = await runVitest(['--project', 'faults', SUITE], {
      ...environment,
      FAULT_RUNS: String(batch.size),
      FAULT_SEED: String(batch.seed),
      FAULT_ASKED: askedFile,
    })
    if (stopped) break
    done.push({ ...batch, passed, failed, tookMs: Date.now() - begun, ...readAsked(askedFile) })
    keepDone(file, done)
    const lives = done.reduce((sum, { size }) => sum + size, 0)
    const minutes = done.reduce((sum, { tookMs }) => sum + tookMs, 0) / 60_000
    say(`${lives} lifecycles so far, ${(lives / minutes).toFixed(0)} a minute, starts and ends included`)
  }
  rmSync(askedFile, { force: true })
  const latest = latestOf(batches, done)
  for (const { seed: own, size, failed } of latest.filter(({ failed }) => failed > 0)) {
    say(`${failed} tests failed: --runs ${size} --seed ${own} plays them again`)
  }
  const { asked, tellable } = askedIn(latest)
  const isAskedTooOften = isTooMany(asked, tellable)
  say(`${asked} asked of ${tellable} of which a provider could tell${isAskedTooOften ? ': too many' : ''}`)
  const sum = (of: (one: Done) => number) => latest.reduce((total, one) => total + of(one), 0)
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed) + batches.length - latest.length + (isAskedTooOften ? 1 : 0),
    failures: [],
  }
}
