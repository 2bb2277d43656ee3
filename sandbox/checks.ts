/** How strict providers read a request: each field is a row, and the first row that fails is the refusal. */
import { type Cents, fromReais, fromReaisString } from '../domain/money.ts'
import type { Fields } from './provider.ts'

export interface FieldRule {
  /** Dots go into objects: 'payer.email'. */
  readonly field: string
  readonly valid: (value: unknown) => boolean
  readonly message: string
  /** The provider's code for it, where it has codes. */
  readonly code?: string
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

/** The objects of a list; none where it is no list. */
export function itemsOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : []
}

export function fieldAt(body: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => fieldsOf(value)[name], body)
}

export function firstBroken(body: unknown, rules: readonly FieldRule[]): FieldRule | undefined {
  return rules.find((rule) => !rule.valid(fieldAt(body, rule.field)))
}

export const optional = (valid: (value: unknown) => boolean) => (value: unknown) => value == null || valid(value)

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

export const isTextUpTo = (length: number) => (value: unknown) => isText(value) && value.length <= length

export const matches = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value)

export function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value)
}

export function isPositiveWhole(value: unknown): value is number {
  return isWhole(value) && value > 0
}

export function isEmail(value: unknown): boolean {
  return typeof value === 'string' && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)
}

export function isWebAddress(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value)
}

/** A JSON number of reais, above zero, with two decimals at most. */
export function isReais(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && centsOf(() => fromReais(value)) !== undefined
}

/** Reais as BACEN writes them: a string with exactly two decimals, above zero. */
export function isBacenAmount(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,10}\.\d{2}$/.test(value) && fromReaisString(value) > 0
}

function centsOf(read: () => Cents): Cents | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
