/** What every adapter makes of trouble, at each request of each of its flows. */
import { describe, expect, test } from 'vitest'
import { bringsMoney, isRefunded } from '../../domain/charge.ts'
import { ProviderError, type ProviderErrorKind } from '../../domain/provider-error.ts'
import type { TransactionReading } from '../../domain/transaction.ts'
import type { Risk, WireAnswer } from '../../providers/contract.ts'
import { providers } from '../../providers/index.ts'
import { isListed } from './specification/abilities.ts'
import { riskOf } from './specification/money-requests.ts'
import { ofUnknownWord } from './specification/unknown-words.ts'
import { type Fixture, type GoldenCase, loadFixtures } from './support/fixtures.ts'
import { contextOf, inputOf, networkOf, play, requestsOf, responsesOf, startCase, toAnswer } from './support/play.ts'
import { poisonImpurity } from './support/poison.ts'

poisonImpurity()

/** Where in a flow a request stands: what it risks, and whether money has been accepted before it. */
type Place = Risk | 'afterMoney'

const HTML = '<html><body><h1>502 Bad Gateway</h1></body></html>'
const answer = (status: number, body: string, headers: WireAnswer['headers'] = {}): WireAnswer => ({
  status,
  headers,
  body,
})

interface Trouble {
  name: string
  by: WireAnswer | ProviderError
  kinds: Record<Place, ProviderErrorKind>
}

/** One of these after money has been accepted never means that nothing happened. */
const UNKNOWN = 'OutcomeUnknown'
const nothingHappened = { read: 'NotSent', repeatable: 'NotSent', money: UNKNOWN, afterMoney: UNKNOWN } as const
const unreadable = {
  read: 'MalformedResponse',
  repeatable: 'NotSent',
  money: 'MalformedResponse',
  afterMoney: 'MalformedResponse',
} as const
const everywhere = (kind: ProviderErrorKind) =>
  ({ read: kind, repeatable: kind, money: kind, afterMoney: UNKNOWN }) as const

const TROUBLES: readonly Trouble[] = [
  { name: '503', by: answer(503, '{}'), kinds: nothingHappened },
  { name: '500 with an HTML page', by: answer(500, HTML), kinds: nothingHappened },
  { name: 'a redirect', by: answer(302, ''), kinds: nothingHappened },
  { name: 'a conflict', by: answer(409, '{}'), kinds: nothingHappened },
  { name: 'an HTML page in place of an answer', by: answer(200, HTML), kinds: unreadable },
  { name: 'an empty answer', by: answer(200, ''), kinds: unreadable },
  { name: 'an answer cut short', by: answer(200, '{"id":"pay_'), kinds: unreadable },
  { name: 'an answer without what is needed', by: answer(200, '{"data":{}}'), kinds: unreadable },
  { name: 'null', by: answer(200, 'null'), kinds: unreadable },
  { name: '429', by: answer(429, '{}', { 'retry-after': '17' }), kinds: everywhere('RateLimited') },
  { name: '401', by: answer(401, HTML), kinds: everywhere('Unauthorized') },
  { name: '403', by: answer(403, '{}'), kinds: everywhere('Unauthorized') },
  { name: '422', by: answer(422, '{}'), kinds: everywhere('InvalidRequest') },
  { name: 'no connection', by: new ProviderError('NotSent', 'no connection'), kinds: everywhere('NotSent') },
  { name: 'a lost answer', by: new ProviderError('OutcomeUnknown', 'no answer'), kinds: nothingHappened },
]

/** The goldens' amount in any unit, as a JSON value of its own (a Pix code holds it too). */
const AMOUNT = /(?<=[:"])123\.?45(?=[",}])/g

/** A one-use code, with the field of its amount; the goldens charge 123.45. */
const codeFor = (amount: string) =>
  `00020101021226370014br.gov.bcb.pix2515pix.example/abc520400005303986${amount}5802BR5903Ana6003ITU62070503***6304B9E2`

/** By the table that is kept by hand: the goldens are recorded from the adapters, and would take over a risk that one got wrong. */
function placesIn(code: string, golden: GoldenCase): Place[] {
  const risks = requestsOf(golden).map((request) => riskOf(code, golden, request))
  const money = risks.indexOf('money')
  return risks.map((risk, index) => (money >= 0 && index > money ? 'afterMoney' : risk))
}

/** One that can do nothing (ULTRAGATE) sends nothing that could go wrong; the goldens see to it that no other has none. */
const talkative = loadFixtures().filter(({ cases }) => cases.length > 0)

describe.each(talkative)('$provider', (fixture) => {
  const provider = providers[fixture.provider]
  const placesOf = (golden: GoldenCase) => placesIn(fixture.provider, golden)
  const successes = fixture.cases.filter((golden) => 'result' in golden)
  const places = successes.flatMap((golden) =>
    placesOf(golden).map((place, at) => ({
      golden,
      place,
      at,
      isAside: at >= placesOf(golden).length - (golden.aside ?? 0),
      title: `${golden.operation}: ${golden.name}, request ${at + 1}`,
    })),
  )
  const steps = places.filter(({ isAside }) => !isAside)

  describe.each(TROUBLES)('$name', ({ by, kinds }) => {
    test.each(steps)('$title', ({ golden, place, at }) => {
      if (golden.anyAnswer && kinds === unreadable) return
      const { error } = play(startCase(fixture, golden), networkOf(golden, { at, by }))
      expect(error?.kind).toBe(kinds[place])
      expect(error?.message).not.toBe('')
    })
  })

  test('what makes something that stays is never repeated as if it were harmless', () => {
    const making = ['createTransaction', 'refund', 'withdraw', 'createReceiver']
    for (const golden of successes.filter(({ operation }) => making.includes(operation))) {
      // An account that is opened in several steps is one whose last step alone decides.
      if (golden.operation === 'createReceiver' && placesOf(golden).length > 1) continue
      expect([golden.operation, placesOf(golden)]).toEqual([golden.operation, expect.arrayContaining(['money'])])
    }
  })

  test('what withdraws a code may be asked for again, and is never a request for money', () => {
    for (const golden of successes.filter(({ operation }) => operation === 'cancelTransaction')) {
      expect(placesOf(golden)[0]).toBe('repeatable')
      expect(placesOf(golden)).not.toContain('money')
      expect(golden.result).toMatchObject({ status: 'REJECTED' })
    }
  })

  test('what may stay unknown spoils nothing', () => {
    for (const { golden, at } of places.filter(({ isAside }) => isAside)) {
      for (const { by } of TROUBLES) {
        const played = play(startCase(fixture, golden), networkOf(golden, { at, by }))
        expect(golden.result).toMatchObject(stillPaid(golden, played.result))
      }
    }
  })

  test('429 says how long to wait', () => {
    for (const { golden, at } of steps) {
      const by = answer(429, '{}', { 'retry-after': '17' })
      expect(play(startCase(fixture, golden), networkOf(golden, { at, by })).error?.retryAfter).toBe(17)
    }
  })

  test('a search that is not there does not say that the charge is not there', () => {
    for (const { golden, at } of steps.filter(({ golden }) => golden.operation === 'findTransaction')) {
      const { error } = play(startCase(fixture, golden), networkOf(golden, { at, by: answer(404, '{}') }))
      expect(error?.kind).toBe('MalformedResponse')
    }
  })

  test('refused by words the provider does not have, it says that it could not create the transaction', () => {
    for (const { golden, at, place } of steps.filter(({ golden }) => golden.operation === 'createTransaction')) {
      const { error } = play(startCase(fixture, golden), networkOf(golden, { at, by: answer(400, HTML) }))
      expect(error?.kind).toBe(place === 'afterMoney' ? UNKNOWN : 'InvalidRequest')
      expect(error?.message).toBe(fixture.refusedWithoutWords ?? 'Erro ao criar transação')
    }
  })

  test('no credential is repeated in an error, even when the provider repeats it', () => {
    const { credentials } = contextOf(fixture)
    const secrets = (provider?.credentials ?? []).flatMap((part) => (part.secret ? (credentials[part.name] ?? []) : []))
    expect(secrets.length).toBeGreaterThan(0)
    const headers = provider?.auth.type === 'headers' ? Object.values(provider.auth.headers(credentials)) : []
    const proofs = headers.filter((value) => /^(?:Basic|Bearer) /.test(value) || includesAny(value, secrets))
    const echo = `refused: ${[...secrets, ...proofs].join(' and ')}`
    const body = fixture.ownWords
      ? JSON.stringify({ message: echo, mensagem: echo, error: echo })
      : echoed(fixture, echo)
    for (const { golden, at } of steps) {
      for (const status of [400, 401, 429, 500]) {
        const { error } = play(startCase(fixture, golden), networkOf(golden, { at, by: answer(status, body) }))
        // Of a refund or a withdrawal the specification sometimes has words of its own.
        if (golden.operation === 'createTransaction' && !fixture.ownWords) {
          expect(error?.message).toContain('refused: ***')
        }
        for (const secret of [...secrets, ...proofs]) expect(error?.message).not.toContain(secret)
      }
    }
  })

  describe('an answer that says something else than was asked', () => {
    const creations = successes.filter(({ operation }) => operation === 'createTransaction')
    const lookups = successes.filter(({ operation, result }) => operation === 'findTransaction' && result !== null)
    const altered = (golden: GoldenCase, change: (text: string) => string): GoldenCase => ({
      ...golden,
      response: responsesOf(golden).map((response) => ({ ...response, body: change(toAnswer(response).body) })),
    })

    test('another reference is a mismatch', () => {
      for (const golden of creations) {
        const { reference } = inputOf(golden) as { reference: string }
        const repeated = responsesOf(golden).some((response) => toAnswer(response).body.includes(reference))
        const other = altered(golden, (text) => text.replaceAll(reference, '0'.repeat(32)))
        const { error } = play(startCase(fixture, golden), networkOf(other))
        expect(error?.kind).toBe(repeated ? 'Mismatch' : undefined)
        if (repeated) expect(error?.message).toBe('The answer has another reference than the request')
      }
    })

    test('another amount is a mismatch, where the provider repeats it', () => {
      for (const golden of creations) {
        const repeated = responsesOf(golden).some((response) => toAnswer(response).body.search(AMOUNT) >= 0)
        const other = altered(golden, (text) => text.replaceAll(AMOUNT, (amount) => amount.replace('5', '6')))
        const { error } = play(startCase(fixture, golden), networkOf(other))
        expect(error?.kind).toBe(repeated ? 'Mismatch' : undefined)
      }
    })

    test('a creation that waits to be paid but has no code is not believed', () => {
      for (const golden of creations) {
        const { pixCode } = golden.result as { pixCode?: string }
        if (!pixCode) continue
        const other = altered(golden, (text) => text.replaceAll(pixCode, ''))
        expect(play(startCase(fixture, golden), networkOf(other)).error?.kind).toBe('MalformedResponse')
      }
    })

    test('a code that asks for another amount is a mismatch, and one that leaves it open is not', () => {
      for (const golden of creations) {
        const { pixCode, status } = golden.result as { pixCode?: string; status: string }
        if (!pixCode || status !== 'PENDING') continue
        const given = (code: string) => {
          const other = altered(golden, (text) => text.replaceAll(pixCode, code))
          return play(startCase(fixture, golden), networkOf(other)).error?.kind
        }
        expect(given(codeFor('5406123.46'))).toBe('Mismatch')
        expect(given(codeFor('5406123.45'))).toBeUndefined()
        expect(given(codeFor(''))).toBeUndefined()
      }
    })

    test('a search that only knows others finds nothing', () => {
      for (const golden of lookups) {
        const { reference } = inputOf(golden) as { reference: string }
        const other = altered(golden, (text) => text.replaceAll(reference, '0'.repeat(32)))
        const last = responsesOf(other).at(-1)
        const { result } = play(startCase(fixture, golden), (_, index) => {
          const response = responsesOf(other)[index] ?? last
          return response ? toAnswer(response) : new ProviderError('NotSent', 'nothing prepared')
        })
        expect(result).toBeNull()
      }
    })

    test('what a search finds must say of itself that it is ours', () => {
      for (const golden of lookups) {
        const { reference } = inputOf(golden) as { reference: string }
        const responses = responsesOf(golden)
        const lastAnswer = toAnswer(responses.at(-1) ?? { status: 500, body: '' })
        // A search in pages asks one address; one that reads what it found asks two.
        const addresses = new Set(requestsOf(golden).map(({ url }) => url.split('?')[0]))
        if (addresses.size < 2 || !lastAnswer.body.includes(`"external_reference":"${reference}"`)) continue
        const by = { ...lastAnswer, body: lastAnswer.body.replaceAll(reference, '0'.repeat(32)) }
        const { error } = play(startCase(fixture, golden), networkOf(golden, { at: responses.length - 1, by }))
        expect(error?.kind).toBe('Mismatch')
        expect(error?.message).toBe('The answer has another reference than the request')
      }
    })

    test('another transaction than the one that was read, or withdrawn, is a mismatch', () => {
      const named = ['readTransaction', 'cancelTransaction']
      for (const golden of successes.filter(({ operation }) => named.includes(operation))) {
        const { transactionId } = golden.result as { transactionId: string }
        if (!responsesOf(golden).some((response) => toAnswer(response).body.includes(transactionId))) continue
        const other = altered(golden, (text) => text.replaceAll(transactionId, '7'.repeat(transactionId.length)))
        expect(play(startCase(fixture, golden), networkOf(other)).error?.kind).toBe('Mismatch')
      }
    })

    test('a word for the status that is in no table is flagged and kept', () => {
      for (const golden of successes.filter(({ operation }) => operation === 'readTransaction')) {
        const { rawStatus } = golden.result as { rawStatus: string }
        if (!responsesOf(golden).some((response) => toAnswer(response).body.includes(`"${rawStatus}"`))) continue
        const other = altered(golden, (text) => text.replaceAll(`"${rawStatus}"`, '"novidade"'))
        expect(play(startCase(fixture, golden), networkOf(other)).result).toMatchObject({
          status: isListed(fixture.provider) ? ofUnknownWord(fixture.provider) : provider?.unknownStatus,
          rawStatus: 'novidade',
          unmapped: true,
        })
      }
    })
  })
})

/** Where it stays unknown that the money has gone back, it stands as paid. */
function stillPaid(golden: GoldenCase, result: unknown): object {
  const { status, rawStatus } = golden.result as Partial<TransactionReading>
  if (golden.operation.endsWith('Receiver') || !status || !isRefunded(status)) return Object(result)
  return { ...Object(result), status: bringsMoney(Object(result).status) && status, rawStatus }
}
const includesAny = (text: string, parts: readonly string[]) => parts.some((part) => text.includes(part))

/** The provider's own way of refusing a creation, with other words. */
function echoed(fixture: Fixture, words: string): string {
  const refusal = fixture.cases.find(({ operation, error }) => operation === 'createTransaction' && error)
  const last = refusal && responsesOf(refusal).at(-1)
  const own = textsIn(last?.body)
    .filter((text) => refusal?.error?.message.includes(text))
    .toSorted((a, b) => b.length - a.length)[0]
  if (!last || own === undefined) throw new Error(`${fixture.provider}: no creation is refused in the provider's words`)
  return JSON.stringify(last.body).replaceAll(JSON.stringify(own), JSON.stringify(words))
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
