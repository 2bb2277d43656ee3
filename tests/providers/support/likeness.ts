/**
 * A wire is recorded in full once. A golden of the same file says which one it is like and what differs; the file of a brand
 * that speaks another's wire says whom it is like, which texts are others throughout, and what else differs.
 */
import type { Fixture, GoldenCase, GoldenWebhook } from './fixtures.ts'

/** Values at paths, their names divided by slashes, and paths at which nothing stands. */
export interface Change {
  readonly set?: Readonly<Record<string, unknown>>
  readonly unset?: readonly string[]
}

/** Written out, or like one that stands before it. */
type Written<T> = T | ({ readonly name: string; readonly like: string } & Change)

/** What a brand has of one kind of goldens; those that it does not mention are as they are at the other. */
export interface Inherited<T> {
  /** Names of the other's that it has no counterpart of. */
  readonly without?: readonly string[]
  /** By the name of the other's. */
  readonly changes?: Readonly<Record<string, Change>>
  /** Its own. */
  readonly more?: readonly Written<T>[]
}

type Facts = Omit<Fixture, 'cases' | 'webhooks'>

export interface Whole extends Facts {
  readonly cases: readonly Written<GoldenCase>[]
  readonly webhooks: readonly Written<GoldenWebhook>[]
}

export interface Brand extends Partial<Facts> {
  readonly provider: string
  readonly source: Fixture['source']
  /** The provider whose file is whole. */
  readonly like: string
  /** The other's facts that this one lacks. */
  readonly lacks?: readonly (keyof Facts)[]
  /** A text that is the left one, or an address that begins with it, has the right one in its place. */
  readonly replace?: Readonly<Record<string, string>>
  readonly cases?: Inherited<GoldenCase>
  readonly webhooks?: Inherited<GoldenWebhook>
}

export type GoldenFile = Whole | Brand

export const isBrand = (file: GoldenFile): file is Brand => 'like' in file

/** The fixture in full, as if nothing were like anything. */
export function expand(file: GoldenFile, wholeOf: (provider: string) => Whole): Fixture {
  if (!isBrand(file)) return { ...file, cases: resolved(file.cases), webhooks: resolved(file.webhooks) }
  const { like, lacks = [], replace = {}, cases = {}, webhooks = {}, ...own } = file
  const family = expand(wholeOf(like), wholeOf)
  const facts = Object.fromEntries(Object.entries(family).filter(([name]) => !lacks.includes(name as keyof Facts)))
  return {
    ...(facts as unknown as Fixture),
    ...own,
    cases: inherited(family.cases, cases, replace),
    webhooks: inherited(family.webhooks, webhooks, replace),
  }
}

function inherited<T extends { readonly name: string }>(
  theirs: readonly T[],
  { without = [], changes = {}, more = [] }: Inherited<T>,
  replace: Readonly<Record<string, string>>,
): T[] {
  for (const name of [...without, ...Object.keys(changes)]) {
    if (!theirs.some((golden) => golden.name === name)) throw new Error(`There is no golden "${name}"`)
  }
  const kept = theirs
    .filter(({ name }) => !without.includes(name))
    .map((golden) => changed(replaced(golden, replace), changes[golden.name]) as T)
  return resolved([...kept, ...more])
}

function resolved<T extends { readonly name: string }>(written: readonly Written<T>[]): T[] {
  const goldens: T[] = []
  for (const golden of written) {
    if (!('like' in golden)) {
      goldens.push(golden)
      continue
    }
    const { name, like, ...change } = golden
    const other = goldens.find((one) => one.name === like)
    if (!other) throw new Error(`No golden "${like}" stands before "${name}"`)
    goldens.push(changed({ ...other, name }, change) as T)
  }
  return goldens
}

/** Whole texts; of addresses also how they begin. */
export function replaced(value: unknown, replace: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') {
    const whole = replace[value]
    if (whole !== undefined) return whole
    const origin = originOf(value)
    const other = origin === undefined ? undefined : replace[origin]
    return origin === undefined || other === undefined ? value : other + value.slice(origin.length)
  }
  if (Array.isArray(value)) return value.map((inner) => replaced(inner, replace))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaced(inner, replace)]))
}

export function originOf(text: string): string | undefined {
  return /^https?:\/\/[^/?]+/.exec(text)?.[0]
}

export function changed(golden: unknown, { set = {}, unset = [] }: Change = {}): unknown {
  const copy = structuredClone(golden)
  for (const [path, value] of Object.entries(set)) {
    const { holder, name } = placeOf(copy, path)
    holder[name] = value
  }
  for (const path of unset) {
    const { holder, name } = placeOf(copy, path)
    if (!(name in holder)) throw new Error(`Nothing stands at ${path}`)
    delete holder[name]
  }
  return copy
}

function placeOf(golden: unknown, path: string): { holder: Record<string, unknown>; name: string } {
  const names = path.split('/')
  const name = names.pop() ?? ''
  const holder = names.reduce((inner, one) => (isObject(inner) ? inner[one] : undefined), golden)
  if (!isObject(holder)) throw new Error(`Nothing stands above ${path}`)
  return { holder, name }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
