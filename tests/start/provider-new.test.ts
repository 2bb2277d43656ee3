/** `npm run provider:new` in a copy of the project: what it writes is registered, documented, formatted, and conforms. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../../scripts/support/root.ts'

const FILES = ['package.json', 'biome.json', 'tsconfig.json', 'vitest.config.ts', '.gitignore']
const FOLDERS = ['providers', 'sandbox', 'tests', 'docs', 'scripts']

/** What every provider must pass. The tables of tests/providers/specification know of no newcomer. */
const CONFORMANCE = [
  ...['amounts', 'failures', 'goldens', 'registry', 'webhooks'].map((name) => `tests/providers/${name}.test.ts`),
  'tests/sandbox/adapters.test.ts',
]
/** What knows of a newcomer by name, and what that imports: no other type depends on which providers there are. */
const NEWCOMERS = {
  extends: './tsconfig.json',
  // What is known of the project's own files lies in the packages that the copy shares.
  compilerOptions: { incremental: false, tsBuildInfoFile: null },
  include: ['providers', 'sandbox', 'tests/providers'].map((folder) => `${folder}/**/*.ts`),
}
/** Even a provider that only charges by Pix has more tests than this. */
const FEWEST = 50
/** Minutes of compiling and testing, which took eleven beside everything else on a slow machine. */
const TIMEOUT_MS = 1_200_000

interface Report {
  testResults: { assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[]
}

let copy: string
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'trilho-provider-new-'))
  for (const entry of readdirSync(ROOT, { withFileTypes: true })) {
    const isOurs = entry.isDirectory() ? !/^(?:node_modules|\.)/.test(entry.name) : FILES.includes(entry.name)
    const filter = (path: string) => path !== join(ROOT, 'web/dist')
    if (isOurs) cpSync(join(ROOT, entry.name), join(copy, entry.name), { recursive: true, filter })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

function node(...args: readonly string[]): string {
  const { status, stdout, stderr } = run(args)
  if (status !== 0) throw new Error(`${args.join(' ')}\n${stdout}\n${stderr}`)
  return stdout
}

function run(args: readonly string[]) {
  const env = { ...process.env, NO_COLOR: '1' }
  return spawnSync(process.execPath, args, { cwd: copy, env, encoding: 'utf8', maxBuffer: 100_000_000 })
}

/** Those that the usage names. */
function familiesOf(usage: string): string[] {
  return /--family <(.+?)>/.exec(usage)?.[1]?.split(' | ') ?? []
}

/** Paths that differ from the project's own. */
function changes(): string[] {
  const paths = FOLDERS.flatMap((folder) =>
    readdirSync(join(copy, folder), { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [relative(copy, join(entry.parentPath, entry.name))] : [],
    ),
  )
  return paths.filter((path) => contentOf(ROOT, path) !== contentOf(copy, path)).sort()
}

function contentOf(root: string, path: string): string | undefined {
  try {
    return readFileSync(join(root, path), 'latin1')
  } catch {
    return undefined
  }
}

test(
  'a brand of each family, and a provider with a wire of its own, pass what every provider must',
  () => {
    const families = familiesOf(run(['scripts/provider-new.ts']).stderr)
    expect(families).toEqual(expect.arrayContaining(['white-label-v1', 'none']))
    const codes = families.map((_, index) => `NEWCOMER${index}`)
    for (const [index, family] of families.entries()) {
      node('scripts/provider-new.ts', codes[index] ?? '', '--family', family, '--name', `O Novo ${index}`)
    }

    const files = codes.map((code) => code.toLowerCase())
    expect(changes()).toEqual(
      [
        'docs/providers.md',
        'providers/index.ts',
        ...files.flatMap((file) => [
          `providers/catalog/${file}.ts`,
          `sandbox/providers/${file}.ts`,
          `tests/wire/${file}.json`,
        ]),
      ].sort(),
    )
    for (const file of files) {
      expect(readFileSync(join(copy, `providers/catalog/${file}.ts`), 'utf8')).toContain('all of it is assumed')
      expect(JSON.parse(readFileSync(join(copy, `tests/wire/${file}.json`), 'utf8')).source).toEqual({
        kind: 'assumed',
      })
      expect(readFileSync(join(copy, 'docs/providers.md'), 'utf8')).toContain(`| ${file.toUpperCase()} | O Novo`)
    }

    writeFileSync(join(copy, 'tsconfig.newcomers.json'), JSON.stringify(NEWCOMERS))
    node('node_modules/typescript/bin/tsc', '-p', 'tsconfig.newcomers.json', '--checkers', '1')
    const names = `${codes.join('|')}|every provider|holds every file|is what its generator writes`
    const vitest = [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      'unit',
      '--reporter',
      'json',
      '--outputFile',
      'report.json',
    ]
    run([...vitest, ...CONFORMANCE, '-t', names])
    const report: Report = JSON.parse(readFileSync(join(copy, 'report.json'), 'utf8'))
    const outcomes = report.testResults.flatMap(({ assertionResults }) => assertionResults)
    const failed = outcomes.filter(({ status }) => status === 'failed')
    expect(failed.map(({ fullName, failureMessages }) => [fullName, ...failureMessages])).toEqual([])
    for (const code of codes) {
      const passed = outcomes.filter(({ fullName, status }) => fullName.includes(code) && status === 'passed')
      expect(passed.length).toBeGreaterThan(FEWEST)
    }
  },
  TIMEOUT_MS,
)

test.each([
  [['novo', '--family', 'none'], 'A code is capital letters and digits'],
  [['NOVO'], 'Which family?'],
  [['NOVO', '--family', 'unknown'], 'unknown is no family.'],
  [['PAGUESAFE', '--family', 'none'], 'PAGUESAFE is there already.'],
])('%j writes nothing and says why', (args, reason) => {
  const before = changes()
  const { status, stderr } = run(['scripts/provider-new.ts', ...args])
  expect([status, stderr]).toEqual([2, expect.stringContaining(reason)])
  expect(stderr).toMatch(/--family <.*white-label-v1 \| none>/)
  expect(changes()).toEqual(before)
})
