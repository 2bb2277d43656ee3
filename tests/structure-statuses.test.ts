/** The rules that keep the meaning of a status in one place, the domain. */
import { expect, test } from 'vitest'
import { ATTEMPT_OUTCOMES, ATTEMPT_STATES } from '../domain/attempt.ts'
import { CHARGE_STATUSES } from '../domain/charge.ts'
import { DELIVERY_STATES, NOTICE_STATES } from '../domain/delivery.ts'
import { ENDINGS } from '../domain/ending.ts'
import { EXPORT_STATES } from '../domain/export.ts'
import { MAIL_STATES } from '../domain/mail.ts'
import { RECEIVER_STATUSES } from '../domain/receiver.ts'
import { ITEM_STATES } from '../domain/reconciliation.ts'
import { PAGE_STATES } from '../domain/selling.ts'
import { WITHDRAWAL_STATUSES } from '../domain/withdrawal.ts'
import { isCode, projectFiles, withoutComments } from './support/source-files.ts'

const files = projectFiles()
const code = files.filter(isCode)

const within = (target: string, places: readonly string[]) =>
  places.some((place) => target === place || target.startsWith(`${place}/`))

/** These may name what they need. */
const FREE = ['tests', 'scripts', 'bench']

const STATUS = `'(?:${[...CHARGE_STATUSES, ...WITHDRAWAL_STATUSES, ...RECEIVER_STATUSES].join('|')})'`

test('a status is compared by a question of the domain, in SQL too', () => {
  // What a line only sets to a status is no comparison.
  const sign = String.raw`(?:[!=]==|<>|!=|(?<!^\s*(?:const )?[\w.]+(?:: \S+)? )=|\bIN \(|\b(?:eq|ne)\([^()]*,)`
  const compared = new RegExp(`${sign} ?${STATUS}`, 'm')
  // A wire has words of its own, some of which look like ours.
  const wires = ['sandbox', 'providers/catalog', 'providers/dialects']
  // Temporal has a query language of its own.
  const others = ['activities/dead-runs.ts']
  const wrong = code.filter(
    (file) => !within(file.path, [...FREE, 'domain', ...wires, ...others]) && compared.test(withoutComments(file)),
  )
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('the state of an attempt, or of a creation, is compared by a question of the domain, in SQL too', () => {
  const word = `'(?:${ATTEMPT_STATES.join('|')})'`
  const column = String.raw`\b(?:state|creation)`
  // A line of SQL may set it.
  const sign = String.raw`\}? (?:[!=]==|<>|!=|(?<!(?:^\s*|SET )\w+ )=|IN \()`
  const compared = new RegExp(`${column}${sign} ?${word}|\\b(?:eq|ne|inArray)\\([^()]*${column}, \\[?${word}`, 'm')
  // Which rows an index holds is said of one state.
  const wrong = code.filter(
    (file) => !within(file.path, [...FREE, 'domain', 'db/schema']) && compared.test(withoutComments(file)),
  )
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test("the state of a mail, a file, a notice or a delivery is compared by the domain's questions; the queues in SQL are each of one state", () => {
  const words = [...MAIL_STATES, ...EXPORT_STATES, ...NOTICE_STATES, ...DELIVERY_STATES]
  const compared = new RegExp(String.raw`\bstate [!=]== '(?:${words.join('|')})'`)
  const wrong = code.filter(
    (file) => !within(file.path, [...FREE, 'domain', 'sandbox', 'providers']) && compared.test(withoutComments(file)),
  )
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('the ending of a charge, and the state of a page or of a difference, are compared by questions of the domain, in SQL too', () => {
  const ending = String.raw`\bending\w*(?:\(\w+\))? (?:[!=]==|=|<>) '(?:${ENDINGS.join('|')})'`
  const word = `'(?:${[...PAGE_STATES, ...ITEM_STATES].join('|')})'`
  // A line of SQL may set it.
  const state = String.raw`(?:\b|\{)state\}? (?:[!=]==|<>|(?<!SET \S+ )=) ${word}`
  const compared = new RegExp(String.raw`${ending}|${state}|\b(?:eq|ne)\([^()]*\bstate, ${word}`)
  // Which rows an index holds is said of one state.
  const wrong = code.filter(
    (file) => !within(file.path, [...FREE, 'domain', 'db/schema']) && compared.test(withoutComments(file)),
  )
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('a set of words in SQL, and how an attempt ended, are questions of the domain', () => {
  // Tables and questions are generated.
  const written = files.filter(
    ({ path }) => /^db\/.*\.(?:ts|sql)$/.test(path) && !/^db\/migrations\/000[01]_/.test(path),
  )
  expect(written.filter(({ text }) => /\bIN \('/.test(text)).map(({ path }) => path)).toEqual([])
  // What a statement sets is followed by a comma. Which rows an index holds is said of one outcome.
  const outcome = `'(?:${ATTEMPT_OUTCOMES.join('|')})'`
  const compared = new RegExp(`\\boutcome (?:=|<>|IS (?:NOT )?DISTINCT FROM) ${outcome}(?!,)`)
  const wrong = written.filter(({ path, text }) => !within(path, ['db/schema']) && compared.test(text))
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test("the database's functions name no status: they ask the generated questions, and ask each of them", () => {
  const migration = (name: string) => files.find(({ path }) => path === `db/migrations/${name}.sql`)?.text ?? ''
  const statements = migration('0002_functions').split('--> statement-breakpoint')
  // A kind of dispute is called as a status is.
  const asking = statements.filter((statement) => !statement.includes('CREATE FUNCTION dispute_kind('))
  expect(asking.length).toBe(statements.length - 1)
  expect(asking.filter((statement) => new RegExp(STATUS).test(statement))).toEqual([])
  const questions = [...migration('0001_questions').matchAll(/CREATE FUNCTION (\w+\()/g)].map(([, call = '']) => call)
  expect(questions.length).toBeGreaterThan(0)
  expect(questions.filter((call) => !asking.some((statement) => statement.includes(call)))).toEqual([])
})
