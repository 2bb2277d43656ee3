/** The checklist of the specification names, for each rule, a test that proves it: the file and the test must be there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { providers } from '../providers/index.ts'
import { ROOT } from '../scripts/support/root.ts'
import { REFUSED_IN_WORDS } from './api/refused.ts'
import { REFUSED_BY_PROVIDERS_IN_WORDS } from './api/refused-by-providers.ts'
import { loadFixture } from './providers/support/fixtures.ts'
import { titlesIn } from './support/titles.ts'

const PAGE = 'docs/spec-coverage.md'
const PARTS = 'docs/spec-coverage'

interface Row {
  page: string
  sections: string
  rule: string
  file: string
  name: string
  /** It names a golden whose shape is not verified. */
  isAssumed: boolean
}

const ASSUMED = /, assumed$/

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const parts = existsSync(join(ROOT, PARTS)) ? readdirSync(join(ROOT, PARTS)).map((name) => `${PARTS}/${name}`) : []
const pages = [PAGE, ...parts.filter((name) => name.endsWith('.md'))]
const rows = pages.flatMap(rowsOf)

/** Rows of `| Section | Rule | Test file | Test |`; a pipe inside a cell is written `\|`. */
function rowsOf(page: string): Row[] {
  return read(page)
    .split('\n')
    .filter((line) => /^\|\s*[4-9]/.test(line))
    .map((line) => {
      const cells = line.replace(/^\||\|\s*$/g, '').split(/(?<!\\)\|/)
      const [sections = '', rule = '', file = '', test = ''] = cells.map((cell) => cell.trim())
      const name = plain(test.replace(ASSUMED, ''))
      return { page, sections, rule: plain(rule), file: plain(file), name, isAssumed: ASSUMED.test(test) }
    })
}

function plain(cell: string): string {
  const text = cell.replaceAll('\\|', '|')
  return /^`.*`$/.test(text) ? text.slice(1, -1) : text
}

const titles = new Map<string, readonly string[]>()
function titlesOf(file: string): readonly string[] {
  const known = titles.get(file)
  if (known) return known
  const found = file.endsWith('.json') ? goldenNames(file) : titlesIn(read(file))
  titles.set(file, found)
  return found
}

function goldenNames(file: string): string[] {
  const { cases, webhooks } = loadFixture(basename(file, '.json'))
  return [...cases, ...webhooks].map(({ name }) => name)
}

describe.each(pages)('%s', (page) => {
  const own = rows.filter((row) => row.page === page)

  test('has rows, each with a rule, a file and a test', () => {
    expect(own.length).toBeGreaterThan(0)
    expect(own.filter(({ rule, file, name }) => !rule || !file || !name)).toEqual([])
  })

  test('names files that are there', () => {
    const files = [...new Set(own.map(({ file }) => file))]
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  })

  test('names tests that are in their file', () => {
    const there = own.filter(({ file }) => existsSync(join(ROOT, file)))
    const missing = there.filter(({ file, name }) => !titlesOf(file).includes(name))
    expect(missing.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
  })
})

test('a rule that rests on an assumed golden says so, and no other one', () => {
  const wrong = rows.filter(({ file, name, isAssumed }) => isAssumed !== isAssumedGolden(file, name))
  expect(wrong.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})

function isAssumedGolden(file: string, name: string): boolean {
  if (!file.endsWith('.json')) return false
  const { source, cases, webhooks } = loadFixture(basename(file, '.json'))
  const golden = [...cases, ...webhooks].find((one) => one.name === name)
  return (golden?.source ?? source).kind === 'assumed'
}

/** Tests that are made from a table say the messages of its rows; every other one names its message. */
const SAID: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'tests/api/refusals.test.ts': REFUSED_IN_WORDS,
  'tests/api/providers-refusals.test.ts': REFUSED_BY_PROVIDERS_IN_WORDS,
}

/** One that ends in a colon or a dash has the provider's own words after it. */
const isSaidAs = (said: string, message: string) =>
  said === message || (/[:-]$/.test(message) && said.startsWith(`${message} `))

test('a message that a test of the API is said to hold is one that it expects', () => {
  const messages = rows.flatMap(({ rule, file, name }) => {
    const message = /^The message “(.*)”$/.exec(rule)?.[1]
    return message && file.startsWith('tests/api/') ? [{ message, file, name }] : []
  })
  expect(messages.length).toBeGreaterThan(50)
  const unsaid = messages.filter(({ message, file, name }) => {
    const said = SAID[file]?.[name]
    return said ? !said.some((one) => isSaidAs(one, message)) : !name.includes(message)
  })
  expect(unsaid).toEqual([])
})

const providersIn = (rule: string) => Object.keys(providers).filter((code) => new RegExp(`\\b${code}\\b`).test(rule))

test('a rule that names several providers does not rest on the golden of one', () => {
  const resting = rows.filter(({ rule, file }) => file.endsWith('.json') && providersIn(rule).length > 1)
  expect(resting.map(({ rule, file, name }) => `${rule} (${file}: ${name})`)).toEqual([])
})

test('a rule that names a provider names its golden, not the test that plays the goldens of all', () => {
  const unnamed = rows.filter(
    ({ rule, file }) => file === 'tests/providers/goldens.test.ts' && providersIn(rule).length > 0,
  )
  expect(unnamed.map(({ rule }) => rule)).toEqual([])
})

test('every section of rules is there', () => {
  const sections = new Set(rows.flatMap((row) => row.sections.match(/[4-9]/g) ?? []))
  expect([...sections].sort()).toEqual(['4', '5', '6', '7', '8', '9'])
})

test('every provider is there', () => {
  const text = pages.map(read).join('\n')
  expect(Object.keys(providers).filter((code) => !new RegExp(`\\b${code}\\b`).test(text))).toEqual([])
})

test('no rule is written down twice', () => {
  const own = rows.filter(({ page }) => page === PAGE).map(({ rule }) => rule)
  expect(own.filter((rule, index) => own.indexOf(rule) !== index)).toEqual([])
})
