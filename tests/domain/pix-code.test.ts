/** What a Pix code asks for, in codes as the central bank's manual has them. */
import { expect, test } from 'vitest'
import { cents } from '../../domain/money.ts'
import { asksForAnother } from '../../domain/pix-code.ts'

/** With a key, for any number of payments; of an address, for one. */
const STATIC = ['00020126360014br.gov.bcb.pix0114+5561999999999', '62070503***63046761'] as const
const DYNAMIC = ['00020101021226370014br.gov.bcb.pix2515pix.example/abc', '62070503***6304B9E2'] as const
const NAMES = '5802BR5913Fulano de Tal6008BRASILIA'

const codeOf = ([head, tail]: readonly [string, string], amount: string) =>
  `${head}520400005303986${amount}${NAMES}${tail}`

test.each([STATIC, DYNAMIC])('a code says what it asks for: %s', (...kind) => {
  expect(asksForAnother(codeOf(kind, '5406123.45'), cents(12345))).toBe(false)
  expect(asksForAnother(codeOf(kind, '5406123.46'), cents(12345))).toBe(true)
  expect(asksForAnother(codeOf(kind, '5405123.4'), cents(12345))).toBe(true)
  expect(asksForAnother(codeOf(kind, '540512345'), cents(12345))).toBe(true)
  expect(asksForAnother(codeOf(kind, '5403123'), cents(12300))).toBe(false)
  expect(asksForAnother(`${codeOf(kind, '5406123.46')}\n`, cents(12345))).toBe(true)
})

test.each([STATIC, DYNAMIC])('a code that states nothing asks for nothing else: %s', (...kind) => {
  expect(asksForAnother(codeOf(kind, ''), cents(12345))).toBe(false)
  expect(asksForAnother(codeOf(kind, '54040.00'), cents(12345))).toBe(false)
  expect(asksForAnother(codeOf(kind, '5406123,46'), cents(12345))).toBe(false)
})

test('an amount inside of another field is none', () => {
  const code = '00020126390014br.gov.bcb.pix0117ana54041@a.com.br5204000053039865802BR5903Ana6003ITU62070503***63040000'
  expect(asksForAnother(code, cents(12345))).toBe(false)
})

test.each([null, undefined, '', '000201', 'a text', '5406123.46', '00020154061'])('%j is no code', (text) => {
  expect(asksForAnother(text, cents(12345))).toBe(false)
})
