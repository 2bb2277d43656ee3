import { expect, test } from 'vitest'
import { feeOf, feeText } from '../../web/src/features/platforms/fees.ts'

test.each([
  ['4,99', 4.99],
  ['4.99', 4.99],
  [' 12 % ', 12],
  ['', 0],
  ['0', 0],
  ['100', 100],
  ['100,01', undefined],
  ['999', undefined],
  ['-1', undefined],
  ['1.234,5', undefined],
  ['abc', undefined],
])('%j is %j percent', (text, fee) => {
  expect(feeOf(text)).toBe(fee)
})

test('what is shown is read as what it was', () => {
  for (const fee of [0, 0.5, 3.125, 19.9, 100]) expect(feeOf(feeText(fee))).toBe(fee)
})
