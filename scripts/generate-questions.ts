/** Writes the domain's questions about a status as functions of the database, which the planner replaces by what they ask. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isOneOf, STATUSES_AS, STATUSES_THAT } from '../db/questions.ts'
import { ROOT } from './support/root.ts'

export const QUESTIONS_FILE = join(ROOT, 'db/migrations/0001_questions.sql')

export async function generateQuestions(): Promise<void> {
  const functions = [
    ...Object.entries(STATUSES_THAT).map(([name, statuses]) => written(name, 'boolean', `status ${isOneOf(statuses)}`)),
    ...Object.entries(STATUSES_AS).map(([name, pairs]) => written(name, 'text', countedAs(pairs))),
  ]
  const head = "-- The domain's questions about a status. Made by `npm run generate` from db/questions.ts.\n"
  await writeFile(QUESTIONS_FILE, head + functions.join('--> statement-breakpoint\n'))
}

/** With a body that is parsed once, and safe for parallel plans, it costs a query nothing. */
function written(name: string, type: string, answer: string): string {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return `CREATE FUNCTION ${snake}(status text) RETURNS ${type} LANGUAGE sql IMMUTABLE PARALLEL SAFE\n  RETURN ${answer};\n`
}

function countedAs(pairs: readonly (readonly [string, string])[]): string {
  const others = pairs.filter(([status, other]) => other !== status)
  return `CASE status ${others.map(([status, other]) => `WHEN '${status}' THEN '${other}'`).join(' ')} ELSE status END`
}
