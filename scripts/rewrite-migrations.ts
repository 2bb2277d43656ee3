/**
 * `npm run db:rewrite`: writes the tables of db/schema as the first migration again, before the functions that are written by
 * hand. Only while no installation has data to keep: a database of the set before is refused at start-up.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './support/root.ts'

const FOLDER = join(ROOT, 'db/migrations')
const TABLES = join(FOLDER, '0000_tables.sql')
const FUNCTIONS = join(FOLDER, '0001_functions.sql')

function generate(...args: string[]): void {
  const drizzleKit = join(ROOT, 'node_modules/drizzle-kit/bin.cjs')
  execFileSync(process.execPath, [drizzleKit, 'generate', ...args], { cwd: ROOT, stdio: 'inherit' })
}

const functions = readFileSync(FUNCTIONS, 'utf8')
for (const file of [TABLES, FUNCTIONS, join(FOLDER, 'meta')]) rmSync(file, { recursive: true, force: true })
generate('--name', 'tables')
generate('--custom', '--name', 'functions')
writeFileSync(FUNCTIONS, functions)
// The tables are the same before and after the functions: the next difference is taken from the first snapshot.
rmSync(join(FOLDER, 'meta/0001_snapshot.json'))
