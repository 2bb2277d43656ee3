/** What can stand in attention has a line in the runbook that says what to do. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ATTENTION_REASONS } from '../domain/charge.ts'
import { DISBURSEMENT_ATTENTION_REASONS } from '../domain/disbursement.ts'
import { RECEIVER_ATTENTION } from '../domain/receiver.ts'

const runbook = readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8')

const sectionOf = (heading: string) => runbook.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''

test.each([
  ['A charge needs attention', ATTENTION_REASONS],
  ['A receiver needs attention', RECEIVER_ATTENTION],
  ['A refund or a withdrawal needs attention', DISBURSEMENT_ATTENTION_REASONS],
] as const)('%s: each reason has its row', (heading, reasons) => {
  const rows = [...sectionOf(heading).matchAll(/^\| `(\w+)` \|/gm)].map(([, reason]) => reason)
  expect(rows).toEqual(expect.arrayContaining([...reasons]))
})
