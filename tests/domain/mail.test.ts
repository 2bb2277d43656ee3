/** What each state of a mail means. */
import { expect, it } from 'vitest'
import { isMailGivenUp, isMailSent, mailWaits } from '../../domain/mail.ts'

it.each([
  ['pending', { waits: true, sent: false, givenUp: false }],
  ['sent', { waits: false, sent: true, givenUp: false }],
  ['failed', { waits: false, sent: false, givenUp: true }],
  ['unsent', { waits: false, sent: false, givenUp: false }],
] as const)('%s', (state, meaning) => {
  expect({ waits: mailWaits(state), sent: isMailSent(state), givenUp: isMailGivenUp(state) }).toEqual(meaning)
})
