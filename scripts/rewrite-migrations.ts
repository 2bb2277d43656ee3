/**
 * `npm run db:rewrite`: writes the tables of db/schema as the first migration again, and the domain's questions as the second, before the
 * functions that are written by hand. Only while no installation has data to keep: a database of the set before is refused at start-up.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateQuestions, QUESTIONS_FILE } from './generate-questions.ts'
import { ROOT } from './support/root.ts'

const FOLDER = join(ROOT, 'db/migrations')
const TABLES = join(FOLDER, '0000_tables.sql')
const FUNCTIONS = join(FOLDER, '0002_functions.sql')

function generate(...args: string[]): void {
  const drizzleKit = join(ROOT, 'node_modules/drizzle-kit/bin.cjs')
  execFileSync(process.execPath, [drizzleKit, 'generate', ...args], { cwd: ROOT, stdio: 'inherit' })
}

const functions = readFileSync(FUNCTIONS, 'utf8')
for (const file of [TABLES, QUESTIONS_FILE, FUNCTIONS, join(FOLDER, 'meta')])
  rmSync(file, { recursive: true, force: true })
generate('--name', 'tables')
for (const name of ['questions', 'functions']) generate('--custom', '--name', name)
await generateQuestions()
writeFileSync(FUNCTIONS, functions)
// The tables are the same before and after the functions: the next difference is taken from the first snapshot.
for (const number of ['0001', '0002']) rmSync(join(FOLDER, `meta/${number}_snapshot.json`))
