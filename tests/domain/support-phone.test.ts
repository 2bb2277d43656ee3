import { expect, test } from 'vitest'
import { dialled, SUPPORT_PHONE, shownPhone } from '../../domain/support-phone.ts'

test.each([
  ['(11) 91234-5678', '+5511912345678'],
  ['11 3123-4567', '+551131234567'],
  ['+55 11 91234-5678', '+5511912345678'],
  ['0800 123 4567', '08001234567'],
  ['4004-1234', '40041234'],
])('%s is a phone, and %s is dialled', (phone, number) => {
  expect(phone).toMatch(new RegExp(SUPPORT_PHONE))
  expect(dialled(phone)).toBe(number)
})

test.each([
  '',
  '        ',
  '(--) ----',
  '1234-567',
  '0800 LOJA 123',
  '+',
  'javascript:1',
  '(11) 91234-5678 ',
  '1'.repeat(16),
])('%j cannot be dialled', (text) => expect(text).not.toMatch(new RegExp(SUPPORT_PHONE)))

test.each([
  ['11912345678', '(11) 91234-5678'],
  ['1131234567', '(11) 3123-4567'],
  ['08001234567', '0800 123 4567'],
  ['40041234', '4004-1234'],
  ['+5511912345678', '+5511912345678'],
  ['11 3123-4567', '11 3123-4567'],
])('%s is shown as %s', (typed, shown) => expect(shownPhone(typed)).toBe(shown))
