/** Every provider's goldens: the exact bytes that go out, and what is made of those that come back. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { providers } from '../../providers/index.ts'
import { writeGolden } from '../../scripts/support/goldens.ts'
import { brand, whole } from '../../scripts/support/likeness.ts'
import { goldenPath, loadFixture, loadFixtures, readGoldens, SOURCE_KINDS } from './support/fixtures.ts'
import { isBrand } from './support/likeness.ts'
import { inputOf, networkOf, onTheWire, play, requestsOf, responsesOf, startCase, toWebhook } from './support/play.ts'
import { poisonImpurity } from './support/poison.ts'

const fixtures = loadFixtures()

/** Where a golden must show what becomes of a refusal. */
const REFUSABLE: readonly string[] = ['createTransaction', 'cancelTransaction', 'refund', 'withdraw', 'createReceiver']

poisonImpurity()

test('every provider has its goldens', () => {
  expect(fixtures.map(({ provider }) => provider)).toEqual(Object.keys(providers))
})

describe.each(fixtures)('$provider', (fixture) => {
  const provider = providers[fixture.provider]

  test('is written as short as it can be said, and no two of its goldens are called the same', () => {
    const file = readGoldens(fixture.provider)
    const again = isBrand(file) ? brand(fixture, loadFixture(file.like)) : whole(fixture)
    expect(file).toEqual(again)
    expect(readFileSync(goldenPath(fixture.provider), 'utf8')).toBe(`${writeGolden(file)}\n`)
    for (const goldens of [fixture.cases, fixture.webhooks]) {
      const names = goldens.map(({ name }) => name)
      expect(names).toEqual([...new Set(names)])
    }
  })

  test('says where its facts come from', () => {
    for (const { kind } of [
      fixture.source,
      ...[...fixture.cases, ...fixture.webhooks].flatMap((one) => one.source ?? []),
    ]) {
      expect(SOURCE_KINDS).toContain(kind)
    }
  })

  test('covers every operation: each method and each way of paying out succeeds once, each operation is refused once', () => {
    if (!provider) throw new Error('No such provider')
    const { operations, paymentMethods, withdrawMethods } = provider.capabilities
    const covered = (operation: string, outcome: 'result' | 'error', method?: string) =>
      fixture.cases.some(
        (golden) =>
          golden.operation === operation &&
          outcome in golden &&
          (method === undefined || inputOf(golden).paymentMethod === method),
      )
    const missing = [
      ...paymentMethods.filter((method) => !covered('createTransaction', 'result', method)),
      ...withdrawMethods.filter((method) => !covered('withdraw', 'result', method)),
      ...operations.filter((operation) => operation !== 'translateWebhook' && !covered(operation, 'result')),
      ...operations.filter((operation) => REFUSABLE.includes(operation) && !covered(operation, 'error')),
    ]
    expect(missing).toEqual([])
    expect(covered('findTransaction', 'result')).toBe(provider.lookup !== null)
    expect(covered('findWithdraw', 'result')).toBe(provider.withdrawLookup !== null)
    expect(covered('token', 'result')).toBe(provider.auth.type === 'token')
    expect(fixture.cases.length > 0).toBe(operations.length > 0)
    expect(fixture.webhooks.length > 0).toBe(operations.includes('translateWebhook'))
  })

  test.each(fixture.cases)('$operation: $name', (golden) => {
    const { requests, result, error } = play(startCase(fixture, golden), networkOf(golden))
    expect(requests.map((request) => onTheWire(fixture, request))).toEqual(requestsOf(golden))
    expect(requests).toHaveLength(responsesOf(golden).length)
    expect(error && { kind: error.kind, message: error.message }).toEqual(golden.error)
    expect(result).toStrictEqual(golden.result)
  })

  test.each(fixture.cases)('builds the same bytes again: $operation: $name', (golden) => {
    const first = play(startCase(fixture, golden), networkOf(golden))
    const second = play(startCase(fixture, golden), networkOf(golden))
    expect(JSON.stringify(second.requests)).toBe(JSON.stringify(first.requests))
  })

  test.each(fixture.webhooks)('webhook: $name', (golden) => {
    expect(provider?.translateWebhook(toWebhook(golden))).toStrictEqual(golden.event)
  })
})
