/** What a boleto's line asks for, in lines as banks print and as they send them. */
import { expect, test } from 'vitest'
import { boletoAsksForAnother } from '../../domain/boleto-line.ts'
import { cents } from '../../domain/money.ts'

const lineOf = (amount: string) => `3419179001010435100479102015000891007${amount}`
const AMOUNT = '0000012345'

test('a line says what it asks for', () => {
  expect(boletoAsksForAnother(lineOf(AMOUNT), cents(12345))).toBe(false)
  expect(boletoAsksForAnother(lineOf(AMOUNT), cents(12346))).toBe(true)
})

test('however it is grouped', () => {
  const grouped = '34191.79001 01043.510047 91020.150008 9 10070000012345'
  expect(boletoAsksForAnother(grouped, cents(12345))).toBe(false)
  expect(boletoAsksForAnother(`${grouped}\n`, cents(54321))).toBe(true)
})

test.each<[string, string | null, number?]>([
  ['none', lineOf('0000000000')],
  ['none, as the amount has more digits than it has room for', lineOf('0000000001'), 10_000_000_001],
  ['none, as it is of a public utility', `8${'1'.repeat(47)}`],
  ['none, as there is none', null],
  ['none, as it is no line', 'https://bank.example/boleto/12346'],
])('a line that states %s asks for no other amount', (_, line, amount = 12345) => {
  expect(boletoAsksForAnother(line, cents(amount))).toBe(false)
})

test('a bar code says it, too, but not a bill of a public utility', () => {
  const code = '34191100700000123451790010104351004791020150'
  expect(boletoAsksForAnother(code, cents(12345))).toBe(false)
  expect(boletoAsksForAnother(code, cents(12346))).toBe(true)
  expect(boletoAsksForAnother(`8${code.slice(1)}`, cents(12346))).toBe(false)
})
