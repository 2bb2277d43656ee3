/** What can stand in attention, and each alert, has a line in the runbook that says where a test tries it. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ATTENTION_REASONS } from '../domain/charge.ts'
import { DISBURSEMENT_ATTENTION_REASONS } from '../domain/disbursement.ts'
import { RECEIVER_ATTENTION } from '../domain/receiver.ts'
import { ROOT } from '../scripts/support/root.ts'
import { titlesIn } from './support/titles.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const runbook = read('docs/operations.md')

/** The rows of a section's table that say where something is tried. */
const triedIn = (heading: string) =>
  [...sectionOf(heading).matchAll(/^\| `(\w+)` \|.*\|.*`(tests\/\S+)`: `([^`]+)` \|$/gm)].map(
    ([, name = '', file = '', title = '']) => ({ name, file, title }),
  )
const sectionOf = (heading: string) => runbook.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''

const REASONS = [
  ['A charge needs attention', ATTENTION_REASONS],
  ['A receiver needs attention', RECEIVER_ATTENTION],
  ['A refund or a withdrawal needs attention', DISBURSEMENT_ATTENTION_REASONS],
] as const

test.each(REASONS)('%s: each reason has its row, and a test that knows it', (heading, reasons) => {
  const tried = triedIn(heading)
  expect(tried.map(({ name }) => name)).toEqual(expect.arrayContaining([...reasons]))
  expect(tried.filter(({ name, file }) => !read(file).includes(`'${name}'`))).toEqual([])
})

test('of each reason it is said once where Temporal shows it', () => {
  const rows = sectionOf('Is it well?').split('### What Temporal shows')[1] ?? ''
  const named = [...rows.matchAll(/^\| (`.+?) \|/gm)].flatMap(([, cell = '']) => cell.match(/\w+/g) ?? [])
  const elsewhere = ['disputeOpen', 'reconciliationOpen', 'endpointFailing']
  const reasons = new Set([...REASONS.flatMap(([, ofKind]) => ofKind), ...elsewhere])
  expect(named.sort()).toEqual([...reasons].sort())
})

test('each alert has its row', () => {
  const alerts = [...read('deploy/prometheus/alerts.yml').matchAll(/^\s*- alert: (\w+)$/gm)].map(([, name]) => name)
  expect(alerts.length).toBeGreaterThan(8)
  expect(triedIn('Alerts').map(({ name }) => name)).toEqual(alerts)
})

test('an alert whose steps were not tried says so', () => {
  const rows = sectionOf('Alerts').match(/^\| `Trilho\w+` \|.*$/gm) ?? []
  const unsaid = rows.filter((row) => /\| its expression: /.test(row) !== row.includes('%s fires at its fault'))
  expect(unsaid).toEqual([])
})

test('what is said to be tried is a test that is there', () => {
  const tried = ['Alerts', ...REASONS.map(([heading]) => heading)].flatMap(triedIn)
  const missing = tried.filter(
    ({ file, title }) => !existsSync(join(ROOT, file)) || !titlesIn(read(file)).includes(title),
  )
  expect(missing).toEqual([])
})
