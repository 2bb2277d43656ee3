/**
 * `npm run test:mutation -- [--in providers,domain] [--sample 60] [--seed 1] [--near] [--seconds 600]`: plants mistakes in a copy of
 * the project, one at a time, and counts those that a test finds. A mistake is first shown to the tests nearest to its file,
 * then to all of those that could know it; what none of them finds is printed, to be killed by a test or explained in
 * docs/evidence.md. The sample is drawn with the seed, the same for the same sources.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Mutant, mutantsOf } from './support/mutants.ts'
import { ROOT } from './support/root.ts'

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
type Verdict = 'found' | 'missed' | 'undecided'

/** Whose tests know a file, the nearest first; `only` is a part of their names. */
interface Jury {
  readonly tests: readonly string[]
  readonly only?: string
}

const PROVIDER_TESTS = ['tests/providers', 'tests/sandbox/adapters.test.ts']
const PARTICULAR_TESTS = ['catalog', 'dialects', 'specification'].map((folder) => `tests/providers/${folder}`)
const NEAR_KIT = ['tests/providers/kit', 'tests/providers/goldens.test.ts']
/** So many of a dialect's brands are asked. */
const MOST_MEMBERS = 3

function juriesOf(path: string): Jury[] {
  // A folder beside a file holds its parts.
  const name = basename(path.split('/')[2] ?? path, '.ts')
  if (path.startsWith('providers/catalog/')) return byName(name.toUpperCase())
  if (path.startsWith('providers/dialects/')) return byName(membersOf(name).join('|'))
  if (path.startsWith('providers/')) return [{ tests: NEAR_KIT }, { tests: PROVIDER_TESTS }]
  return [{ tests: ['tests/domain'] }, { tests: ['tests/providers', 'tests/gateway', 'tests/activities', 'tests/web'] }]
}

const byName = (only: string): Jury[] => [
  { tests: ['tests/providers/goldens.test.ts'], only },
  { tests: PARTICULAR_TESTS },
  { tests: PROVIDER_TESTS, only },
]

function membersOf(dialect: string): string[] {
  const users = readdirSync(join(ROOT, 'providers/catalog')).filter(
    (file) =>
      file.endsWith('.ts') &&
      readFileSync(join(ROOT, 'providers/catalog', file), 'utf8').includes(`/dialects/${dialect}.ts`),
  )
  return users.slice(0, MOST_MEMBERS).map((file) => basename(file, '.ts').toUpperCase())
}

const folders = values.in.split(',')
const random = randomFrom(Number(values.seed))
const candidates = folders
  .flatMap((folder) => sourcesIn(folder))
  .flatMap((path) => mutantsOf(path, readFileSync(join(ROOT, path), 'utf8')).map((mutant) => ({ path, ...mutant })))
const sample = shuffled(candidates).slice(0, Number(values.sample))
console.log(
  `${candidates.length} mistakes could be made in ${folders.join(', ')}; ${sample.length} are, with seed ${values.seed}`,
)

const copy = copied()
process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
/** Every judge has to be content with what holds no mistake: one that fails anyway, or takes too long, finds everything. */
const judges = new Set(sample.flatMap(({ path }) => sittingOn(path).flatMap(({ tests }) => tests)))
for (const test of judges) {
  const verdict = run({ tests: [test] })
  if (verdict !== 'missed') throw new Error(`${test}: ${verdict} without any mistake: it could judge none`)
}
const verdicts: Record<Verdict, string[]> = { found: [], missed: [], undecided: [] }
for (const [index, mutant] of sample.entries()) {
  const verdict = judge(mutant)
  verdicts[verdict].push(described(mutant))
  console.log(`${index + 1}/${sample.length} ${verdict.toUpperCase().padEnd(9)} ${described(mutant)}`)
}
const found = verdicts.found.length
console.log(`\n${found} of ${sample.length} found: ${((100 * found) / sample.length).toFixed(1)} %`)
for (const verdict of ['missed', 'undecided'] as const) {
  if (verdicts[verdict].length > 0) console.log(`${verdict}:\n${verdicts[verdict].join('\n')}`)
}

function sittingOn(path: string): Jury[] {
  const juries = juriesOf(path)
  return values.near ? juries.slice(0, 1) : juries
}

/** One that no judge finds, and about which one of them came to no end, is undecided: it does not count as found. */
function judge(mutant: Mutant & { path: string }): Verdict {
  let verdict: Verdict = 'missed'
  for (const jury of sittingOn(mutant.path)) {
    const said = hear(mutant, jury)
    if (said === 'found') return said
    if (said === 'undecided') verdict = said
  }
  return verdict
}

function hear(mutant: Mutant & { path: string }, jury: Jury): Verdict {
  const place = join(copy, mutant.path)
  const source = readFileSync(place, 'utf8')
  writeFileSync(place, source.slice(0, mutant.start) + mutant.text + source.slice(mutant.end))
  try {
    return run(jury)
  } finally {
    writeFileSync(place, source)
  }
}

/** Tests that take too long decide nothing: the machine may be busy. */
function run({ tests, only }: Jury): Verdict {
  const named = only === undefined ? [] : ['-t', only]
  const args = ['run', '--project', 'unit', '--bail', '1', '--maxWorkers', '2', ...named, ...tests]
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    cwd: copy,
    stdio: 'ignore',
    timeout: Number(values.seconds) * 1000,
  })
  if (status === null) return 'undecided'
  return status === 0 ? 'missed' : 'found'
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
