/**
 * How many files one more of a thing takes: those that name one that is there already. Files that `npm run generate` writes, tests
 * and the fake providers' own are counted apart. `npm run generate` writes the table into docs/architecture.md. With a commit as its
 * argument this script writes the page's other table: the files and lines of each folder, then and now. That one is not generated,
 * because every change of a line would change it.
 */
import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './support/root.ts'

const PAGE = join(ROOT, 'docs/architecture.md')
const TABLE = /(?<=^\| to add \|.*\n\|[-:|]+\n)(?:\|.*\n)+/m

const git = (...words: string[]) => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e8 })

interface Exemplar {
  what: string
  /** The one that is there. */
  like: string
  pattern: string
  /** Where else the same words mean something else. */
  not?: RegExp
}

const EXEMPLARS: readonly Exemplar[] = [
  { what: 'a provider', like: 'ORBITA', pattern: String.raw`\bORBITA\b|catalog/orbita\b` },
  { what: 'a charge field for providers', like: 'referrerUrl', pattern: String.raw`\breferrerUrl\b` },
  {
    what: 'a charge field that pages show',
    like: 'metadata',
    pattern: String.raw`\bmetadata\b`,
    // Refunds, withdrawals and receivers have it too, and so do wires.
    not: /^(?!web\/src\/(?:features\/charges|i18n)|api\/charge|api\/schemas\/(?:charge|metadata)|db\/schema\/charges)/,
  },
  {
    what: 'a charge status',
    like: 'CHARGEBACK',
    pattern: String.raw`'CHARGEBACK'|\bCHARGEBACK:`,
    // A kind of dispute is called so, too, and wires have such words.
    not: /^providers\/|\/disputes?\.ts$|^db\/migrations\//,
  },
  { what: 'a page on routes that are there', like: 'the audit log', pattern: 'audit-log|auditLog', not: /^(?!web\/)/ },
  { what: 'a kind of routing rule', like: 'successRate', pattern: String.raw`\bsuccessRate\b` },
]

const GENERATED = /^(?:providers\/index\.ts|docs\/|db\/migrations\/(?!0002_))|\.generated\.ts$/

/** Writes the table of docs/architecture.md. */
export async function generateChangeCounts(): Promise<void> {
  const text = await readFile(PAGE, 'utf8')
  await writeFile(PAGE, text.replace(TABLE, EXEMPLARS.map(rowOf).join('')))
}

function rowOf({ what, like, pattern, not }: Exemplar): string {
  const named = git('grep', '-lPI', pattern, '--', '*.ts', '*.tsx', '*.sql').trim().split('\n')
  const byHand = named.filter(
    (file) => !not?.test(file) && !GENERATED.test(file) && !/^(?:tests|sandbox|bench|scripts)\//.test(file),
  )
  const files = byHand.map((file) => `\`${file}\``).join(', ')
  return `| ${what} | ${like} | ${byHand.length} | ${files} |\n`
}

const SIZES = /^\| folder \|.*\n(?:\|.*\n)+/m
const GOLDENS = 'tests/wire (JSON)'

const before = process.argv[2]
if (import.meta.main && before) await writeSizes(before)

async function writeSizes(commit: string): Promise<void> {
  const head = git('rev-parse', '--short=8', 'HEAD').trim()
  const [then, now] = [sizeByFolder(commit), sizeByFolder(head)]
  const folders = [...new Set([...then.keys(), ...now.keys()])].toSorted()
  const rows = folders.map((folder) => `| ${folder} | ${cells(then.get(folder))} | ${cells(now.get(folder))} |\n`)
  const heading = `| folder | files at ${commit} | lines | files at ${head} | lines |\n|---|---:|---:|---:|---:|\n`
  const text = await readFile(PAGE, 'utf8')
  await writeFile(PAGE, text.replace(SIZES, heading + rows.join('')))
}

interface Size {
  files: number
  lines: number
}

/** Of TypeScript that is written by hand, and of the goldens. */
function sizeByFolder(commit: string): Map<string, Size> {
  const sizes = new Map<string, Size>()
  for (const row of git('grep', '-cI', '', commit, '--', '*.ts', '*.tsx', 'tests/wire/*.json').trim().split('\n')) {
    const [, path = '', count = '0'] = row.split(':')
    if (GENERATED.test(path)) continue
    const folder = folderOf(path)
    const { files, lines } = sizes.get(folder) ?? { files: 0, lines: 0 }
    sizes.set(folder, { files: files + 1, lines: lines + Number(count) })
  }
  return sizes
}

function folderOf(path: string): string {
  if (path.endsWith('.json')) return GOLDENS
  const [folder = '', ...rest] = path.split('/')
  return rest.length > 0 ? folder : '(root)'
}

function cells(size: Size | undefined): string {
  return size ? `${size.files} | ${size.lines.toLocaleString('en')}` : ' | '
}
