import { expect, test } from 'vitest'
import { code, csvLine, csvOf, decimal, text, time } from '../../domain/spreadsheet.ts'

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\r=1', '\n=1', '＝1+1', '－1'])(
  'what a spreadsheet would run is a text: %j',
  (value) => {
    expect(text(value)?.replace(/^"/, '')).toMatch(/^'/)
  },
)

test.each([
  ['0012', '"=""0012"""'],
  ['12-03', '"=""12-03"""'],
  ['12345678901234567890', '"=""12345678901234567890"""'],
  ['1e5', '"=""1e5"""'],
  ['pedido-12', 'pedido-12'],
  ['=1', "'=1"],
])('the code %s stays what it is', (value, cell) => expect(code(value)).toBe(cell))

test('what has a separator, a quote or a line in it is one cell', () => {
  expect(text('Silva; "Zé"')).toBe('"Silva; ""Zé"""')
  expect(text('a\nb')).toBe('"a\nb"')
})

test('each country has its separators, and its times', () => {
  const at = '2026-01-09T11:05:03.000Z'
  const brazil = { language: 'pt-BR', timeZone: 'America/Sao_Paulo' }
  expect(csvLine(['a', decimal(123_456, brazil), time(at, brazil)], brazil)).toBe('a;1234,56;09/01/2026 08:05:03\r\n')
  const elsewhere = { language: 'en', timeZone: 'UTC' }
  expect(csvLine(['a', decimal(-5, elsewhere), time(at, elsewhere)], elsewhere)).toBe('a,-0.05,2026-01-09 11:05:03\r\n')
  expect(csvOf(['h'], [[null]], brazil)).toBe('\uFEFFh\r\n\r\n')
})
