/** Writes a fixture as short as it can be said: what is like something else says what differs, and no more. */
import { defined } from '../../domain/defined.ts'
import type { Fixture } from '../../tests/providers/support/fixtures.ts'
import {
  type Brand,
  type Change,
  changed,
  expand,
  type Inherited,
  isObject,
  originOf,
  replaced,
  type Whole,
} from '../../tests/providers/support/likeness.ts'

type Named = { readonly name: string }

/** What differs in more places than this is easier to read whole. */
const MOST_CHANGES = 12

/** A provider's own file: of goldens that are nearly alike, the first is written out. */
export function whole(fixture: Fixture): Whole {
  return { ...fixture, cases: abbreviated(fixture.cases, []), webhooks: abbreviated(fixture.webhooks, []) }
}

/** The file of a brand that is like another. */
export function brand(fixture: Fixture, family: Fixture): Brand {
  const { provider, source, cases, webhooks, ...own } = fixture
  const { provider: like, source: _, cases: theirCases, webhooks: theirWebhooks, ...theirs } = family
  const replace = replacements(fixture, family)
  const differing = Object.entries(own).filter(([name, value]) => !same(value, theirs[name as keyof typeof theirs]))
  const lacks = Object.keys(theirs).filter((name) => !(name in own))
  const parts = { cases: inherited(cases, theirCases, replace), webhooks: inherited(webhooks, theirWebhooks, replace) }
  const optional = {
    ...defined({ lacks: lacks.length > 0 ? lacks : undefined }),
    ...filled({ replace }),
    ...filled(parts),
  }
  return { provider, like, source, ...Object.fromEntries(differing), ...optional } as Brand
}

/** Throws unless nothing is lost but the goldens' order. */
export function assertFaithful(file: Whole | Brand, family: Fixture | undefined, fixture: Fixture): void {
  const again = expand(file, () => family as Whole)
  const sorted = ({ cases, webhooks, ...facts }: Fixture) => [
    facts,
    byName(cases),
    byName(webhooks).map((webhook) => [webhook, bodyText(webhook)]),
  ]
  if (!same(sorted(again), sorted(fixture))) throw new Error(`${fixture.provider} is not what was written of it`)
}

const byName = <T extends Named>(goldens: readonly T[]) => goldens.toSorted((a, b) => (a.name < b.name ? -1 : 1))

function inherited<T extends Named>(
  mine: readonly T[],
  theirs: readonly T[],
  replace: Readonly<Record<string, string>>,
): Inherited<T> {
  const changes: Record<string, Change> = {}
  const kept: T[] = []
  for (const their of theirs) {
    const my = mine.find(({ name }) => name === their.name)
    const change = my && difference(replaced(their, replace), my)
    if (!my || !change) continue
    kept.push(my)
    if (Object.keys(change).length > 0) changes[their.name] = change
  }
  const without = theirs.map(({ name }) => name).filter((name) => !kept.some((one) => one.name === name))
  const more = abbreviated(
    mine.filter((golden) => !kept.includes(golden)),
    kept,
  )
  return { ...filled({ without }), ...filled({ changes }), ...filled({ more }) } as Inherited<T>
}

/** Each like the one before it from which it differs least, where that is shorter than itself. */
function abbreviated<T extends Named>(goldens: readonly T[], before: readonly T[]): T[] {
  return goldens.map((golden, index) => {
    const earlier = [...before, ...goldens.slice(0, index)].filter(
      (one, at, all) => all.findIndex(({ name }) => name === one.name) === at,
    )
    const options = earlier.flatMap((other) => {
      const change = difference({ ...other, name: golden.name }, golden)
      return change ? [{ name: golden.name, like: other.name, ...change }] : []
    })
    const [best] = options.toSorted((a, b) => sizeOf(a) - sizeOf(b))
    return best && sizeOf(best) < sizeOf(golden) * 0.7 ? (best as unknown as T) : golden
  })
}

const sizeOf = (value: unknown) => JSON.stringify(value).length

/** Texts that differ in the same way wherever they stand, addresses by their hosts. */
function replacements(fixture: Fixture, family: Fixture): Record<string, string> {
  const seen = new Map<string, Set<string>>()
  const pairs = [...pairsIn(family.cases, fixture.cases), ...pairsIn(family.webhooks, fixture.webhooks)]
  for (const [their, my] of pairs) {
    const [theirOrigin, myOrigin] = [originOf(their), originOf(my)]
    const [left, right] = theirOrigin && myOrigin ? [theirOrigin, myOrigin] : [their, my]
    seen.set(left, (seen.get(left) ?? new Set()).add(right))
  }
  return Object.fromEntries(
    [...seen].flatMap(([left, rights]) => {
      const [right] = rights
      return rights.size === 1 && right !== undefined && right !== left && left.length > 3 ? [[left, right]] : []
    }),
  )
}

function pairsIn(theirs: readonly Named[], mine: readonly Named[]): [string, string][] {
  return theirs.flatMap((their) => {
    const my = mine.find(({ name }) => name === their.name)
    return my ? textPairs(their, my) : []
  })
}

function textPairs(their: unknown, my: unknown): [string, string][] {
  if (typeof their === 'string' && typeof my === 'string') return [[their, my]]
  if (!isObject(their) || !isObject(my)) return []
  return Object.entries(their).flatMap(([name, inner]) => textPairs(inner, my[name]))
}

/** Undefined when it is not worth it. */
function difference(their: unknown, my: unknown): Change | undefined {
  const set: Record<string, unknown> = {}
  const unset: string[] = []
  const compare = (left: unknown, right: unknown, path: string): void => {
    if (same(left, right)) return
    const isAlike = isObject(left) && isObject(right) && Array.isArray(left) === Array.isArray(right)
    if (!isAlike || (Array.isArray(left) && left.length !== Object.keys(right).length)) {
      set[path] = right
      return
    }
    for (const name of Object.keys(left)) if (!(name in right)) unset.push(join(path, name))
    for (const [name, value] of Object.entries(right)) {
      if (name in left) compare(left[name], value, join(path, name))
      else set[join(path, name)] = value
    }
  }
  compare(their, my, '')
  if ('' in set || Object.keys(set).length + unset.length > MOST_CHANGES) return undefined
  const change = { ...filled({ set }), ...filled({ unset: unset.toSorted() }) }
  const again = changed(their, change)
  return same(again, my) && bodyText(again) === bodyText(my) ? change : undefined
}

/** A webhook may be proved by its very bytes: there the order of the fields counts too. */
const bodyText = (golden: unknown) => (isObject(golden) ? JSON.stringify(golden.body) : undefined)

const join = (path: string, name: string) => (path === '' ? name : `${path}/${name}`)

/** Without what is empty. */
function filled(parts: Record<string, object>): Record<string, object> {
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0))
}

/** Compares without regard to the order of fields. */
function same(left: unknown, right: unknown): boolean {
  return JSON.stringify(ordered(left)) === JSON.stringify(ordered(right))
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, ordered(value[name])]),
  )
}
