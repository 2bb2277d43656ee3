/** What a Pix key tells of its type: never a type that a mistyped key of another one has as well. */
import { expect, test } from 'vitest'
import { pixKeyTypeOf } from '../../domain/pix-key.ts'

const DIGITS = '0123456789'
/** The key with each of its digits replaced by each other one, and left out. */
const mistyped = (key: string) =>
  [...key].flatMap((digit, place) =>
    DIGITS.includes(digit)
      ? [...DIGITS, '']
          .filter((other) => other !== digit)
          .map((other) => key.slice(0, place) + other + key.slice(place + 1))
      : [],
  )

test.each(['529.982.247-25', '52998224725', '390.533.447-05', '11.222.333/0001-81', '11222333000181'])(
  '%s with one digit wrong or missing tells none',
  (key) => {
    expect(mistyped(key).filter((other) => pixKeyTypeOf(other) !== undefined)).toEqual([])
  },
)

test.each([
  ['+55 (11) 98765-4321', 'PHONE'],
  ['(11) 98765-4321', 'PHONE'],
  ['11987654321', undefined],
  ['5511987654321', undefined],
  ['+52 998224725', undefined],
  ['011.444.777-27', 'CPF'],
  ['529.982.247-25', undefined],
  ['11.222.333/0001-81', 'CNPJ'],
])('%s tells %s', (key, type) => {
  expect(pixKeyTypeOf(key)).toBe(type)
})
