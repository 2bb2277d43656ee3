/**
 * `npm run test:mutation -- [--in providers,domain] [--sample 60] [--seed 1] [--near] [--seconds 600]`: plants mistakes in a copy of
 * the project, one at a time, and counts those that a test finds. A mistake is first shown to the tests nearest to its file,
 * then to all of those that could know it; what none of them finds is printed, to be killed by a test or explained in
 * docs/evidence.md. A find names the test that failed. Its file is run once more with the mistake, and once without: a test that fails
 * anyway, or only sometimes, finds nothing. The sample is drawn with the seed, the same for the same sources. Mistakes in workflows/ are
 * shown to tests on a real Temporal and PostgreSQL; those that only the replay of stored histories finds are listed apart.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { defined } from '../domain/defined.ts'
import { startServers } from '../tests/support/global-servers.ts'
import { type Jury, juriesOf } from './support/juries.ts'
import { isReadable, type Mutant, mutantsOf } from './support/mutants.ts'
import { ROOT } from './support/root.ts'
import type { JsonReport } from './support/run-tests.ts'

const { values } = parseArgs({
  options: {
    in: { type: 'string', default: 'providers,domain' },
    sample: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    /** Asks the nearest tests alone: quick, and strict. */
    near: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '600' },
  },
})

/** What the tests say of a mistake. */
type Verdict = 'found' | 'replay' | 'missed' | 'undecided'

interface Heard {
  readonly verdict: Verdict
  readonly failed?: Failed
}

/** The test that failed first. */
interface Failed {
  readonly file: string
  readonly test: string
}

const folders = values.in.split(',')
const random = randomFrom(Number(values.seed))
const candidates = folders
  .flatMap((folder) => sourcesIn(folder))
  .flatMap((path) => mutantsOf(path, readFileSync(join(ROOT, path), 'utf8')).map((mutant) => ({ path, ...mutant })))
const sample: typeof candidates = []
for (const candidate of shuffled(candidates)) {
  if (sample.length >= Number(values.sample)) break
  if (isReadable(candidate.path, withMistake(candidate, readFileSync(join(ROOT, candidate.path), 'utf8'))))
    sample.push(candidate)
}
console.log(
  `${candidates.length} mistakes could be made in ${folders.join(', ')}; ${sample.length} are, with seed ${values.seed}`,
)

const copy = copied()
const report = join(copy, 'mutation-report.json')
process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
/** One of each outlives all mistakes. */
const servers = sample.some(({ path }) => path.startsWith('workflows/')) ? await startServers() : undefined
const env = { ...process.env, ...(servers && { TEST_SERVERS: JSON.stringify(servers.addresses) }) }
const verdicts: Record<Verdict, string[]> = { found: [], replay: [], missed: [], undecided: [] }
try {
  /** Every judge has to be content with what holds no mistake: one that fails anyway, or takes too long, finds everything. */
  for (const tests of new Set(sample.flatMap(({ path }) => sittingOn(path).map((jury) => jury.tests.join(' '))))) {
    const { verdict, failed } = await run({ tests: tests.split(' ') })
    if (verdict !== 'missed')
      throw new Error(`${tests}: ${verdict} without any mistake (${named(failed)}): they could judge none`)
  }
  for (const [index, mutant] of sample.entries()) {
    const { verdict, failed } = await judge(mutant)
    verdicts[verdict].push(described(mutant))
    console.log(`${index + 1}/${sample.length} ${verdict.toUpperCase().padEnd(9)} ${described(mutant)}`)
    if (failed) console.log(`    ${named(failed)}`)
  }
} finally {
  await servers?.stop()
}
const found = verdicts.found.length
console.log(`\n${found} of ${sample.length} found: ${((100 * found) / sample.length).toFixed(1)} %`)
for (const verdict of ['replay', 'missed', 'undecided'] as const) {
  if (verdicts[verdict].length > 0) console.log(`${verdict}:\n${verdicts[verdict].join('\n')}`)
}

function sittingOn(path: string): Jury[] {
  const juries = juriesOf(path)
  return values.near ? juries.slice(0, 1) : juries
}

/** One that no judge finds, and about which one of them came to no end, is undecided: it does not count as found. */
async function judge(mutant: Mutant & { path: string }): Promise<Heard> {
  let heard: Heard = { verdict: 'missed' }
  for (const jury of sittingOn(mutant.path)) {
    const said = await hear(mutant, jury)
    if (said.verdict === 'found') return jury.isReplay ? { ...said, verdict: 'replay' } : said
    if (said.verdict === 'undecided') heard = said
  }
  return heard
}

/** A test that fails once with the mistake may fail without it, too: on a busy machine, or now and then. */
async function hear(mutant: Mutant & { path: string }, jury: Jury): Promise<Heard> {
  const heard = await runWith(mutant, jury)
  if (heard.verdict !== 'found') return heard
  const again = { ...jury, tests: heard.failed ? [heard.failed.file] : jury.tests }
  const isReal = (await runWith(mutant, again)).verdict === 'found' && (await run(again)).verdict === 'missed'
  return isReal ? heard : { ...heard, verdict: 'undecided' }
}

async function runWith(mutant: Mutant & { path: string }, jury: Jury): Promise<Heard> {
  const place = join(copy, mutant.path)
  const source = readFileSync(place, 'utf8')
  writeFileSync(place, withMistake(mutant, source))
  try {
    return await run(jury)
  } finally {
    writeFileSync(place, source)
  }
}

function withMistake({ start, end, text }: Mutant, source: string): string {
  return source.slice(0, start) + text + source.slice(end)
}

/** Tests that take too long decide nothing: the machine may be busy. One that hangs fails by its own limit before that. */
async function run({ tests, only }: Jury): Promise<Heard> {
  rmSync(report, { force: true })
  const chosen = only === undefined ? [] : ['-t', only]
  const projects = ['unit', 'integration*'].flatMap((project) => ['--project', project])
  const reporting = ['--reporter', 'json', '--outputFile', report]
  const args = ['run', ...projects, ...reporting, '--bail', '1', ...chosen, ...tests]
  const tested = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    cwd: copy,
    env,
    stdio: 'ignore',
    timeout: Number(values.seconds) * 1000,
  })
  const [status] = await once(tested, 'exit')
  if (status === null) return { verdict: 'undecided' }
  return status === 0 ? { verdict: 'missed' } : { verdict: 'found', ...defined({ failed: firstFailed() }) }
}

/** None where the tests could not even begin: the mistake cannot be bundled. */
function firstFailed(): Failed | undefined {
  if (!existsSync(report)) return undefined
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as JsonReport
  const failures = testResults.flatMap(({ name, status, assertionResults }) => {
    const test = assertionResults.find((one) => one.status === 'failed')?.fullName
    return status === 'failed' ? [{ file: relative(copy, name), test: test ?? 'did not load' }] : []
  })
  // The others of a run that is broken off may not have loaded.
  return failures.find(({ test }) => test !== 'did not load') ?? failures[0]
}

function named(failed: Failed | undefined): string {
  return failed ? `${failed.file}: ${failed.test}` : 'no test of its own'
}

function described({ path, start, end, text, operator }: Mutant & { path: string }): string {
  const source = readFileSync(join(ROOT, path), 'utf8')
  const line = source.slice(0, start).split('\n').length
  const from = source.slice(start, end).replaceAll(/\s+/g, ' ').slice(0, 60)
  return `${path}:${line} ${operator}: ${from} -> ${text.replaceAll(/\s+/g, ' ').slice(0, 60) || 'nothing'}`
}

function sourcesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => path.endsWith('.ts'))
    .sort()
}

function copied(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trilho-mutation-'))
  for (const entry of readdirSync(ROOT, { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name.startsWith('.')) continue
    cpSync(join(ROOT, entry.name), join(folder, entry.name), { recursive: true })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)
}

/** Mulberry32: small, and the same everywhere. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
