/** Money, times and documents as the reader's language writes them; moments by the sellers' clock, as figures, files and mails have them. */
import { useTranslation } from 'react-i18next'
import { dayOf, SELLERS_TIME_ZONE } from '../../../domain/analytics.ts'
import { defined } from '../../../domain/defined.ts'
import { installmentParts } from '../../../domain/installments.ts'
import { type Currency, cents, toReais } from '../api/contract.ts'

/** Below zero too: an account may owe its provider. */
export function formatAmount(amount: number, currency: Currency, language: string): string {
  const value = toReais(cents(Math.abs(amount)))
  return currencyFormat(currency, language).format(amount < 0 ? -value : value)
}

const currencyFormats = new Map<string, Intl.NumberFormat>()

/** One is slow to make, and a list of installments needs many. */
function currencyFormat(currency: Currency, language: string): Intl.NumberFormat {
  const name = `${language} ${currency}`
  const format = currencyFormats.get(name) ?? new Intl.NumberFormat(language, { style: 'currency', currency })
  currencyFormats.set(name, format)
  return format
}

export function formatCompact(amount: number, currency: Currency, language: string): string {
  const compact = { style: 'currency', currency, notation: 'compact', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(language, compact).format(toReais(cents(Math.round(amount))))
}

/** A Brazilian would read 12/1/26, which is 1 December in English, as 12 January. */
const dateStyleOf = (language: string) => (language.startsWith('pt') ? 'short' : 'medium')

const written = (at: string, language: string, parts: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(language, { timeZone: SELLERS_TIME_ZONE, ...parts }).format(new Date(at))

export const formatExact = (at: string, language: string): string =>
  written(at, language, { dateStyle: dateStyleOf(language), timeStyle: 'medium' })

/** The sellers' day of a moment. */
export const formatSellersDay = (at: string, language: string): string =>
  written(at, language, { dateStyle: dateStyleOf(language) })

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** "há 3 minutos"; "agora" within a minute; after a week the day, with the year where it is another one. */
export function formatRelative(at: string, now: number, language: string): string {
  const difference = Date.parse(at) - now
  const distance = Math.abs(difference)
  if (distance > 7 * 86_400_000) return formatDate(at, now, language)
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  for (const [unit, size] of UNITS) {
    if (distance >= size) return words.format(Math.trunc(difference / size), unit)
  }
  return words.format(0, 'second')
}

/** An hour of one digit is "8:05 AM" in English, as in exact times, and "08:05" in Portuguese. */
const hourOf = (language: string) => (language.startsWith('pt') ? '2-digit' : 'numeric')

/** "14:32:07", with the day in front once it is another one. */
export function formatClock(at: string, now: number, language: string): string {
  return written(at, language, {
    ...(daysUntil(at, now) === 0 ? {} : { day: '2-digit', month: language.startsWith('pt') ? '2-digit' : 'short' }),
    hour: hourOf(language),
    minute: '2-digit',
    second: '2-digit',
  })
}

/** "amanhã às 14:32", "hoje às 14:32", else day and time; with the year where it is another one. */
export function formatMoment(at: string, now: number, language: string): string {
  const time = written(at, language, { hour: hourOf(language), minute: '2-digit' })
  const days = daysUntil(at, now)
  const day =
    Math.abs(days) <= 1
      ? new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day')
      : formatDate(at, now, language)
  return language.startsWith('pt') ? `${day} às ${time}` : `${day} at ${time}`
}

/** "4 de out.", "4 de out. de 2025". */
function formatDate(at: string, now: number, language: string): string {
  const isThisYear = dayOf(at).slice(0, 4) === today(now).slice(0, 4)
  return written(at, language, {
    day: 'numeric',
    month: 'short',
    ...defined({ year: isThisYear ? undefined : ('numeric' as const) }),
  })
}

const today = (now: number): string => dayOf(new Date(now).toISOString())

/** How many of the sellers' midnights lie between. */
const daysUntil = (at: string, now: number): number => (Date.parse(dayOf(at)) - Date.parse(today(now))) / 86_400_000

/** "32 s", "5 min", "3 h" for a span of milliseconds; never less than a second. */
export function formatSpan(milliseconds: number, language: string): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1_000))
  const [value, unit] =
    seconds < 60
      ? ([seconds, 'second'] as const)
      : seconds < 3_600
        ? ([Math.round(seconds / 60), 'minute'] as const)
        : ([Math.round(seconds / 3_600), 'hour'] as const)
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(value)
}

export function formatPercent(share: number | null, language: string): string {
  if (share === null) return '—'
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(share)
}

export function formatDay(day: string, language: string): string {
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day))
}

export function useFormat() {
  const { i18n, t } = useTranslation('common')
  const language = i18n.language
  const money = (amount: number, currency: Currency = 'BRL') => formatAmount(amount, currency, language)
  return {
    language,
    money,
    /** What a total comes to in its installments: what is said adds up to it. */
    installments: (total: number, number: number, currency: Currency = 'BRL') => {
      const { odd, count, value } = installmentParts(cents(total), number)
      const words = { number, count, value: money(value, currency) }
      if (odd !== undefined) return t('installments.uneven', { ...words, odd: money(odd, currency) })
      return t(number === 1 ? 'installments.once' : 'installments.even', words)
    },
    /** "R$ 12 mil", for where there is little room. */
    compactMoney: (amount: number, currency: Currency = 'BRL') => formatCompact(amount, currency, language),
    /** Of a share from 0 to 1; a dash where there is none. */
    percent: (share: number | null) => formatPercent(share, language),
    /** Of a day as YYYY-MM-DD, which is no moment. */
    day: (day: string) => formatDay(day, language),
    number: (value: number) => new Intl.NumberFormat(language).format(value),
    /** "PNG, JPG ou WebP". */
    either: (names: readonly string[]) => new Intl.ListFormat(language, { type: 'disjunction' }).format(names),
    /** "5.000+" of what is counted no further. */
    counted: ({ count, isMore }: { count: number; isMore: boolean }) =>
      `${new Intl.NumberFormat(language).format(count)}${isMore ? '+' : ''}`,
    date: (at: string) => formatSellersDay(at, language),
    exact: (at: string) => formatExact(at, language),
    /** With the clock that it is by: for a title, and for who may live by another one. */
    exactly: (at: string) => t('byClock', { at: formatExact(at, language) }),
    relative: (at: string, now: number) => formatRelative(at, now, language),
    clock: (at: string) => formatClock(at, Date.now(), language),
    moment: (at: string, now = Date.now()) => formatMoment(at, now, language),
    /** Where no title can say whose clock it is by. */
    momentByClock: (at: string, now = Date.now()) => t('byClock', { at: formatMoment(at, now, language) }),
    span: (milliseconds: number) => formatSpan(milliseconds, language),
    /** As a span; a dash where there is none. */
    seconds: (span: number | null) => (span === null ? '—' : formatSpan(span * 1_000, language)),
  }
}
