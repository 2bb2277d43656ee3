/** Money is integer cents in a branded type. Only this file converts between cents and decimal reais. */

export type Cents = number & { readonly __unit: 'cents' }

/** R$ 999.999.999,99: far above any charge, and far below the limit of exact JSON numbers. */
export const MAX_AMOUNT = 99_999_999_999 as Cents

export type Currency = 'BRL' | 'USD' | 'EUR' | 'MXN'

export const CURRENCY_PREFIX = { BRL: 'R$', USD: '$', EUR: '€', MXN: 'MX$' } as const satisfies Record<Currency, string>

export const CURRENCIES = Object.keys(CURRENCY_PREFIX) as Currency[]

/** @throws RangeError if `value` is not a safe, non-negative integer. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`Not an amount in integer cents: ${value}`)
  return value as Cents
}

/** Cents to a decimal number of reais, e.g. 1234 to 12.34. */
export function toReais(amount: Cents): number {
  return amount / 100
}

/** Cents to reais as BACEN writes them, e.g. 1200 to "12.00". */
export function toReaisString(amount: Cents): string {
  const digits = String(amount).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * A decimal number of reais to cents. Floating-point noise is rounded away.
 * @throws RangeError if the value is negative, not finite, or has more than two meaningful decimals.
 */
export function fromReais(value: number): Cents {
  const rounded = Math.round(value * 100)
  if (Math.abs(value * 100 - rounded) > 0.001) {
    throw new RangeError(`Not an amount in reais with two decimals: ${value}`)
  }
  return cents(rounded)
}

/**
 * Reais as a string ("12.34", "12.3" or "12") to cents, without floating-point arithmetic.
 * @throws RangeError on any other shape.
 */
export function fromReaisString(value: string): Cents {
  const match = /^(\d+)(?:\.(\d{1,2}))?$/.exec(value)
  if (!match) throw new RangeError(`Not an amount in reais: ${value}`)
  return cents(Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')))
}

/**
 * An amount plus a percentage of it, exact in every decimal of the percentage. Half a cent is rounded up.
 * @param percent e.g. 2.995
 */
export function addPercentage(amount: Cents, percent: number): Cents {
  // Decimal digits, because 1.15 is not exact in floating point.
  const { digits, scale } = decimal(percent)
  const hundred = 100n * 10n ** BigInt(scale)
  return cents(Number((2n * BigInt(amount) * (hundred + digits) + hundred) / (2n * hundred)))
}

/** A number's decimal digits, and how many of them follow the point. */
function decimal(value: number): { digits: bigint; scale: number } {
  const [mantissa = '', exponent = '0'] = String(value).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = BigInt(whole + fraction)
  const scale = fraction.length - Number(exponent)
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale }
}

/** One of `parts` equal parts, rounded to whole cents. */
export function share(amount: Cents, parts: number): Cents {
  return cents(Math.round(amount / parts))
}

/** In the Brazilian format: "R$ 1.234,56". */
export function formatMoney(amount: Cents, currency: Currency = 'BRL'): string {
  const [whole = '0', fraction = '00'] = toReaisString(amount).split('.')
  return `${CURRENCY_PREFIX[currency]} ${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${fraction}`
}
