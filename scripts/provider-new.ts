/**
 * `npm run provider:new CODE --family white-label-v1 [--name "Its Name"]`: the catalogue's file, the goldens and the fake
 * of a new provider, all of which pass. A family is a file of providers/dialects that several providers use; the new one
 * begins as its plainest member does. `--family none` starts without a dialect. Nothing that this writes is verified,
 * and it says so.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { providers } from '../providers/index.ts'
import { loadFixture, readGoldens } from '../tests/providers/support/fixtures.ts'
import { isBrand } from '../tests/providers/support/likeness.ts'
import { bespokeSkeleton } from './support/bespoke-skeleton.ts'
import { ROOT } from './support/root.ts'

export interface Newcomer {
  /** Upper case, as in the registry. */
  readonly code: string
  readonly name: string
}

/** The three files that make a provider, by their text. */
export interface ProviderFiles {
  readonly catalog: string
  readonly fake: string
  readonly fixture: string
}

const PATHS = {
  catalog: (code: string) => `providers/catalog/${code.toLowerCase()}.ts`,
  fake: (code: string) => `sandbox/providers/${code.toLowerCase()}.ts`,
  fixture: (code: string) => `tests/wire/${code.toLowerCase()}.json`,
} as const satisfies Record<keyof ProviderFiles, (code: string) => string>
const KINDS = Object.keys(PATHS) as (keyof ProviderFiles)[]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { family: { type: 'string', default: '' }, name: { type: 'string', default: '' } },
})
// Without a `--` before the flags, npm consumes them and passes on only their values.
const [code = '', family = values.family, name = values.name] = positionals
if (!/^[A-Z][A-Z0-9]*$/.test(code)) stop('A code is capital letters and digits, as PAGUESAFE or PODPAY2.')
if (KINDS.some((kind) => existsSync(join(ROOT, PATHS[kind](code))))) stop(`${code} is there already.`)
const newcomer: Newcomer = { code, name: name || code.charAt(0) + code.slice(1).toLowerCase() }
const files = family === 'none' ? bespokeSkeleton(newcomer) : likePlainest(family, newcomer)

const written = KINDS.map((kind) => PATHS[kind](code))
for (const kind of KINDS) writeFileSync(join(ROOT, PATHS[kind](code)), files[kind])
run('node_modules/@biomejs/biome/bin/biome', 'check', '--write', ...written)
run('scripts/generate-registry.ts')
run('scripts/provider-record.ts', code)
run('scripts/generate-provider-docs.ts')
console.log(`${code} begins with
${written.map((path) => `  ${path}`).join('\n')}

Everything in it is assumed. Put the facts in, have the goldens recorded again, and read them against the facts:
  npm run provider:record ${code}
  npm run test:providers -- -t ${code}`)

function stop(reason: string): never {
  console.error(`${reason}
Usage: npm run provider:new CODE --family <${[...families(), 'none'].join(' | ')}> [--name "Its Name"]`)
  process.exit(2)
}

function run(...args: readonly string[]): void {
  execFileSync(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

/** The dialects that several providers speak. */
function families(): readonly string[] {
  const names = readdirSync(join(ROOT, 'providers/dialects')).filter((file) => file.endsWith('.ts'))
  return names.map((file) => file.replace(/\.ts$/, '')).filter((name) => membersOf(name).length > 1)
}

/** Codes, the plainest first: its file is the shortest. */
function membersOf(family: string): readonly string[] {
  return Object.keys(providers)
    .map((member) => ({
      member,
      text: existsSync(join(ROOT, PATHS.catalog(member))) ? read(PATHS.catalog(member)) : '',
    }))
    .filter(({ text }) => text.includes(`'../dialects/${family}.ts'`))
    .sort((one, other) => one.text.length - other.text.length)
    .map(({ member }) => member)
}

function likePlainest(family: string, { code, name }: Newcomer): ProviderFiles {
  const [member, ...others] = membersOf(family)
  if (!member || others.length === 0) stop(family ? `${family} is no family.` : 'Which family?')
  const low = code.toLowerCase()
  const begun = (text: string) =>
    `/** ${code}: begun as ${member} is; all of it is assumed. */\n${text
      .replace(/^\/\*\*[\s\S]*?\*\/\n/, '')
      .replaceAll(new RegExp(`\\b${member}\\b`, 'g'), code)}`
  return {
    // A dialect, or a value of its options, may be called like the member: in lower case only the export is renamed.
    catalog: begun(read(PATHS.catalog(member)))
      .replace(`export const ${member.toLowerCase()} `, `export const ${low} `)
      .replace(/\bname: '[^']*'/, `name: '${name}'`)
      .replace(/\bevidence: '[^']*'/, "evidence: 'specification'")
      .replace(/\bhost: '[^']*'/, `host: 'https://api.${low}.invalid'`),
    fake: begun(read(PATHS.fake(member))).replaceAll(/^(?!.* from ').*$/gm, (line) =>
      line.replaceAll(wordOf(member), low),
    ),
    fixture: unrecorded(member, code),
  }
}

function wordOf(member: string): RegExp {
  return new RegExp(`\\b${member.toLowerCase()}\\b`, 'g')
}

/** Keeps inputs and answers; drops the adapter's results and the evidence of the source. */
function unrecorded(member: string, code: string): string {
  const file = readGoldens(member)
  const family = loadFixture(isBrand(file) ? file.like : member)
  const { account, cases, webhooks, ...facts } = loadFixture(member)
  const rename = ([part, value]: [string, string]) => [part, value.replaceAll(wordOf(member), code.toLowerCase())]
  const without = (one: object, ...names: readonly string[]) =>
    Object.fromEntries(Object.entries(one).filter(([field]) => !names.includes(field)))
  const instead = (theirs: readonly { name: string }[], more: readonly object[]) => ({
    without: theirs.map(({ name }) => name),
    more,
  })
  return JSON.stringify({
    ...facts,
    provider: code,
    like: family.provider,
    source: { kind: 'assumed' },
    account: Object.fromEntries(Object.entries(account).map(rename)),
    lacks: Object.keys(family).filter(
      (name) => !['cases', 'webhooks', 'account', ...Object.keys(facts)].includes(name),
    ),
    cases: instead(
      family.cases,
      cases.map((one) => without(one, 'source', 'request', 'result', 'error')),
    ),
    webhooks: instead(
      family.webhooks,
      webhooks.map((one) => without(one, 'source', 'event', 'verified')),
    ),
  })
}
