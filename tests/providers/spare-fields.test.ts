/**
 * What an answer may leave out, or give as null. An answer that cannot be read after the bytes have left makes a doubt and asks an
 * operator, so an adapter asks for nothing that it can do without: what was made, how it stands, and what its buyer pays it by.
 */
import { describe, expect, test } from 'vitest'
import { type Fixture, type GoldenCase, loadFixtures } from './support/fixtures.ts'
import { networkOf, play, responsesOf, startCase, toAnswer } from './support/play.ts'

/** What the product cannot do without: each stands in an answer under whatever name its provider has for it. */
const ROLES = ['transactionId', 'withdrawId', 'refundId', 'receiverId', 'receiverToken', 'rawStatus', 'status', 'pixCode', 'billetCode', 'billetUrl', 'available', 'cardToken', 'cardId'] as const

/** What else is needed, and why. */
const NEEDED: Readonly<Record<string, string>> = {}

type Path = readonly (string | number)[]

function pathsIn(value: unknown, before: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = [...before, Array.isArray(value) ? Number(name) : name]
    return [path, ...pathsIn(inner, path)]
  })
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Record<string | number, unknown> | undefined)?.[name], value)

function without(body: unknown, path: Path, how: 'left out' | 'null'): unknown {
  const copy = structuredClone(body)
  const holder = at(copy, path.slice(0, -1)) as Record<string | number, unknown>
  const name = path.at(-1) ?? ''
  if (how === 'null') holder[name] = null
  else if (Array.isArray(holder)) holder.splice(Number(name), 1)
  else delete holder[name]
  return copy
}

/** Whether a value, or one in it, is what the result says of the movement. */
function isSaid(value: unknown, result: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some((inner) => isSaid(inner, result))
  const said = ROLES.map((role) => (result as Record<string, unknown> | null)?.[role])
  return said.some((one) => one !== undefined && String(one).toLowerCase().includes(String(value).toLowerCase()))
}

const nameOf = (path: Path) => path.filter((name) => typeof name === 'string').join('.')

/** The fields of the golden's answers without which nothing is made of it. */
function missedIn(fixture: Fixture, golden: GoldenCase): string[] {
  return responsesOf(golden).flatMap((response, index) =>
    pathsIn(response.body).flatMap((path) => {
      const isNeeded = (['left out', 'null'] as const).some((how) => {
        const by = toAnswer({ ...response, body: without(response.body, path, how) })
        return play(startCase(fixture, golden), networkOf(golden, { at: index, by })).error !== undefined
      })
      return isNeeded && !isSaid(at(response.body, path), golden.result) ? [`${index}:${nameOf(path)}`] : []
    }),
  )
}

describe.each(loadFixtures())('$provider', (fixture) => {
  const told = fixture.cases.filter(({ operation, result }) => operation !== 'token' && result != null)
  test.each(told)('$operation: $name', (golden) => {
    const missed = missedIn(fixture, golden).filter((field) => !(`${fixture.provider} ${golden.operation} ${field}` in NEEDED))
    expect([...new Set(missed)]).toEqual([])
  })
})
