import { expect, test } from 'vitest'
import { declineOf } from '../../domain/decline.ts'
import { refusalOf } from '../../domain/refusal.ts'

test.each([
  ['Saldo insuficiente', 'insufficientFunds'],
  ['cc_rejected_insufficient_amount', 'insufficientFunds'],
  ['Cartão vencido', 'expiredCard'],
  ['cc_rejected_bad_filled_security_code', 'invalidCard'],
  ['Card reported lost', 'blockedCard'],
  ['cc_rejected_high_risk', 'notAuthorized'],
  ['Suspected fraud', 'notAuthorized'],
  ['Transação não autorizada', 'notAuthorized'],
  ['ERR_9921', 'other'],
  ['Internal server error', 'other'],
])('%s is told to a buyer as %s', (message, decline) => {
  expect(declineOf(refusalOf('Declined', message))).toBe(decline)
})
