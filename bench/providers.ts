/**
 * `npm run bench:providers`: what an adapter itself costs, over every golden: building the requests of a flow, writing their
 * bodies, reading the answers and saying what they mean; and of a webhook, proving and translating it. No network, no database.
 * Also how long the catalog's files are, and how long the suite takes that every adapter has to pass.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Steps, WireAnswer } from '../providers/contract.ts'
import { findProvider } from '../providers/index.ts'
import { ROOT } from '../scripts/support/root.ts'
import { type Fixture, type GoldenCase, loadFixtures } from '../tests/providers/support/fixtures.ts'
import { contextOf, responsesOf, startCase, toAnswer, toWebhook } from '../tests/providers/support/play.ts'
import { median, percentile } from './statistics.ts'

const WARM_UP_RUNS = 300
/** Other programs strike one round or another; the median of the rounds is what counts. */
const ROUNDS = 5
const RUNS = 300
const GOAL_MICROSECONDS = 300
const WORST = 10

/** One operation of one provider, over all of its goldens. */
interface Subject {
  readonly provider: string
  readonly operation: string
  readonly works: (() => void)[]
}

interface Figures extends Subject {
  /** Microseconds, each the median of the rounds. */
  readonly p50: number
  readonly p99: number
}

const fixtures = loadFixtures()
const figures = measure(fixtures.flatMap(subjectsOf))
printOperations(figures)
printWorst(figures)
printCatalog()
printConformance()

function subjectsOf(fixture: Fixture): Subject[] {
  const subjects = new Map<string, Subject>()
  const add = (operation: string, work: () => void) => {
    const subject = subjects.get(operation) ?? { provider: fixture.provider, operation, works: [] }
    subject.works.push(work)
    subjects.set(operation, subject)
  }
  for (const golden of fixture.cases) add(golden.operation, exchange(fixture, golden))
  const provider = findProvider(fixture.provider)
  const { credentials } = contextOf(fixture)
  for (const golden of fixture.webhooks) {
    const webhook = toWebhook(golden)
    add('webhook', () => {
      provider.verifyWebhook(webhook, credentials)
      provider.translateWebhook(webhook)
    })
  }
  return [...subjects.values()]
}

function measure(subjects: readonly Subject[]): Figures[] {
  for (const { works } of subjects) {
    for (const work of works) for (let run = 0; run < WARM_UP_RUNS; run += 1) work()
  }
  const rounds = Array.from({ length: ROUNDS }, () => subjects.map(({ works }) => works.flatMap(timesOf)))
  return subjects.map((subject, index) => ({
    ...subject,
    p50: median(rounds.map((round) => median(round[index] ?? []))),
    p99: median(rounds.map((round) => percentile(round[index] ?? [], 0.99))),
  }))
}

/** One run of a golden: from its input to its result or refusal, with its answers ready. */
function exchange(fixture: Fixture, golden: GoldenCase): () => void {
  const answers = responsesOf(golden).map(toAnswer)
  return () => {
    try {
      follow(startCase(fixture, golden), answers)
    } catch {
      // A golden that is refused ends in its error, which costs what it costs.
    }
  }
}

function follow(steps: Steps<unknown>, answers: readonly WireAnswer[]): void {
  let next = steps.next()
  for (const answer of answers) {
    if (next.done) return
    const { body } = next.value
    if (body?.type === 'json') JSON.stringify(body.value)
    next = steps.next(answer)
  }
}

function timesOf(work: () => void): number[] {
  return Array.from({ length: RUNS }, () => {
    const since = process.hrtime.bigint()
    work()
    return Number(process.hrtime.bigint() - since) / 1000
  })
}

function printOperations(all: readonly Figures[]): void {
  const operations = [...new Set(all.map(({ operation }) => operation))].sort()
  console.log(`${fixtures.length} providers, ${ROUNDS} rounds of ${RUNS} runs of each golden, microseconds\n`)
  table(
    ['operation', 'providers', 'median p50', 'median p99', 'highest p99'],
    operations.map((operation) => {
      const own = all.filter((one) => one.operation === operation)
      const p99s = own.map(({ p99 }) => p99)
      return [
        operation,
        own.length,
        ...[median(own.map(({ p50 }) => p50)), median(p99s), Math.max(...p99s)].map(Math.round),
      ]
    }),
  )
}

function printWorst(all: readonly Figures[]): void {
  const inOrder = [...all].sort((one, other) => other.p99 - one.p99)
  console.log(`\nThe worst ${WORST} of ${all.length}\n`)
  table(
    ['provider', 'operation', 'p50', 'p99'],
    inOrder
      .slice(0, WORST)
      .map(({ provider, operation, p50, p99 }) => [provider, operation, Math.round(p50), Math.round(p99)]),
  )
  const above = inOrder.filter(({ p99 }) => p99 > GOAL_MICROSECONDS).length
  console.log(
    `\nGoal: p99 of at most ${GOAL_MICROSECONDS} µs. ${above === 0 ? 'Met everywhere.' : `${above} above it.`}`,
  )
}

function printCatalog(): void {
  const lines = (folder: string) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map(
        (name) =>
          readFileSync(join(ROOT, folder, name), 'utf8')
            .trimEnd()
            .split('\n').length,
      )
  console.log('')
  table(
    ['files', 'count', 'median lines', 'longest'],
    ['providers/catalog', 'providers/dialects', 'sandbox/providers'].map((folder) => {
      const all = lines(folder)
      return [folder, all.length, Math.round(median(all)), Math.max(...all)]
    }),
  )
}

function printConformance(): void {
  const out = join(mkdtempSync(join(tmpdir(), 'trilho-bench-')), 'conformance.json')
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const reporting = ['--reporter', 'json', '--outputFile', out]
  const since = performance.now()
  spawnSync(process.execPath, [vitest, 'run', '--project', 'unit', ...reporting, 'tests/providers'], { cwd: ROOT })
  const seconds = ((performance.now() - since) / 1000).toFixed(1)
  const { numTotalTests, numFailedTests } = JSON.parse(readFileSync(out, 'utf8')) as Record<string, number>
  rmSync(dirname(out), { recursive: true })
  console.log(`\ntests/providers: ${numTotalTests} tests in ${seconds} s, ${numFailedTests} of them failed.`)
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  console.log(`| ${head.join(' | ')} |`)
  console.log(`| ${head.map((_, index) => (index === 0 ? '---' : '---:')).join(' | ')} |`)
  for (const row of rows) console.log(`| ${row.join(' | ')} |`)
}
