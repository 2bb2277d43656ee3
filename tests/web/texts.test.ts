import { expect, test } from 'vitest'
import { texts as english } from '../../web/src/i18n/en/index.generated.ts'
import {
  formatAmount,
  formatClock,
  formatExact,
  formatMoment,
  formatRelative,
  formatSellersDay,
  formatSpan,
} from '../../web/src/i18n/format.ts'
import { texts as portuguese } from '../../web/src/i18n/pt-BR/index.generated.ts'

/** "namespace.key" with the values that the text leaves room for. */
function places(texts: object, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([key, text]) => {
    if (typeof text !== 'string') return places(text, `${prefix}${key}.`)
    return [
      `${prefix}${key} ${[...text.matchAll(/\{\{\w+\}\}/g)]
        .map(([place]) => place)
        .sort()
        .join(' ')}`,
    ]
  })
}

test('both languages say the same things about the same values', () => {
  expect(places(english)).toEqual(places(portuguese))
})

test('nothing is left unsaid', () => {
  const empty = (texts: object): string[] =>
    Object.entries(texts).flatMap(([key, text]) =>
      typeof text === 'string' ? (text.trim() ? [] : [key]) : empty(text),
    )
  expect([...empty(portuguese), ...empty(english)]).toEqual([])
})

/** Noon by the sellers' clock, wherever the device is. */
const NOW = Date.parse('2026-01-10T15:00:00.000Z')
const iso = (milliseconds: number) => new Date(NOW + milliseconds).toISOString()

test('money is written as the reader writes it', () => {
  expect(formatAmount(123_456, 'BRL', 'pt-BR')).toBe('R$\u00A01.234,56')
  expect(formatAmount(123_456, 'BRL', 'en')).toBe('R$1,234.56')
  expect(formatAmount(-226_739, 'BRL', 'pt-BR')).toBe('-R$\u00A02.267,39')
  expect(formatAmount(0, 'BRL', 'pt-BR')).toBe('R$\u00A00,00')
})

test.each([
  [-5_000, 'agora'],
  [-180_000, 'há 3 minutos'],
  [-7_200_000, 'há 2 horas'],
  [-86_400_000, 'ontem'],
  [-30 * 86_400_000, '11 de dez. de 2025'],
])('%d ms ago is %s', (milliseconds, words) => {
  expect(formatRelative(iso(milliseconds), NOW, 'pt-BR')).toBe(words)
})

test('a moment is a day and a time', () => {
  expect(formatMoment(iso(3_600_000), NOW, 'pt-BR')).toBe('hoje às 13:00')
  expect(formatMoment(iso(86_400_000), NOW, 'pt-BR')).toBe('amanhã às 12:00')
  expect(formatMoment(iso(86_400_000), NOW, 'en')).toBe('tomorrow at 12:00 PM')
  expect(formatMoment(iso(-3 * 3_600_000), NOW, 'en')).toBe('today at 9:00 AM')
})

test('a moment is by the sellers’ clock, and its day is theirs', () => {
  const evening = Date.parse('2026-01-11T01:30:00.000Z')
  expect(formatMoment('2026-01-11T02:15:00.000Z', evening, 'pt-BR')).toBe('hoje às 23:15')
  expect(formatMoment('2026-01-11T04:15:00.000Z', evening, 'pt-BR')).toBe('amanhã às 01:15')
  expect(formatClock('2026-01-11T02:15:10.000Z', evening, 'pt-BR')).toBe('23:15:10')
  expect(formatExact('2026-01-01T01:00:00.000Z', 'pt-BR')).toBe('31/12/2025, 22:00:00')
  expect(formatRelative('2026-01-01T01:00:00.000Z', evening, 'pt-BR')).toBe('31 de dez. de 2025')
})

test.each([
  ['pt-BR', ['01/12/2026', /^01\/12\/2026, \d\d:/, /^01\/12, \d\d:/]],
  ['en', ['Dec 1, 2026', /^Dec 1, 2026, \d+:/, /^Dec 01, \d+:/]],
])('in %s no date can be read as that of another day', (language, [day, exact, clock]) => {
  const at = '2026-12-01T15:00:00.000Z'
  expect(formatSellersDay(at, language)).toBe(day)
  expect(formatExact(at, language)).toMatch(exact ?? '')
  expect(formatClock(at, NOW, language)).toMatch(clock ?? '')
})

test('a span is a number and a unit', () => {
  expect([400, 32_000, 300_000, 7_200_000].map((span) => formatSpan(span, 'pt-BR'))).toEqual([
    '1 s',
    '32 s',
    '5 min',
    '2 h',
  ])
})
