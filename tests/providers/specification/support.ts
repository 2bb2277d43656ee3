/** The specification's tables are held against the adapters, through their goldens. */
import { type Fixture, type GoldenCase, loadFixtures } from '../support/fixtures.ts'
import { inputOf, networkOf, play, responsesOf, startCase, toAnswer } from '../support/play.ts'

const fixtures = new Map(loadFixtures().map((fixture) => [fixture.provider, fixture]))

export function fixtureOf(code: string): Fixture {
  const fixture = fixtures.get(code)
  if (!fixture) throw new Error(`${code} has no fixture`)
  return fixture
}

interface Reading {
  status: string | null
  rawStatus?: string
  unmapped?: boolean
}

/** What the provider's word means: a golden is played again with this word in the place of its own. */
export function meaningOf(code: string, operation: 'readTransaction' | 'readWithdraw' | 'withdraw', word: string) {
  const fixture = fixtureOf(code)
  for (const golden of fixture.cases.filter((one) => one.operation === operation && 'result' in one)) {
    const { rawStatus } = golden.result as Reading
    if (rawStatus === undefined) continue
    const other = answering(golden, (text) => text.replaceAll(`:${quoted(text, rawStatus)}`, `:${quoted(text, word)}`))
    const { result, error } = play(startCase(fixture, golden), networkOf(other))
    if (error) throw error
    const reading = result as Reading
    if (reading.rawStatus === word) return reading
  }
  throw new Error(`${code} has no ${operation} whose word could be changed`)
}

/** Some providers number their statuses. */
function quoted(text: string, word: string): string {
  return text.includes(`"${word}"`) || !/^\d+$/.test(word) ? `"${word}"` : word
}

function answering(golden: GoldenCase, change: (text: string) => string): GoldenCase {
  const response = responsesOf(golden).map((answer) => ({ ...answer, body: change(toAnswer(answer).body) }))
  return { ...golden, response }
}

const DATE = /"\d{4}-\d\d-\d\d[^"]*"/g

/** For how long the buyer is told that a code can be paid, in seconds, where the provider's answer does not say. */
export function lifetimeOf(code: string, method: 'PIX' | 'BILLET'): number {
  const fixture = fixtureOf(code)
  const golden = fixture.cases.find(
    (one) => one.operation === 'createTransaction' && 'result' in one && inputOf(one).paymentMethod === method,
  )
  if (!golden) throw new Error(`${code} has no ${method}`)
  const { result } = play(startCase(fixture, golden), networkOf(answering(golden, (text) => text.replace(DATE, '""'))))
  const { expiresAt } = result as { expiresAt: string }
  return (Date.parse(expiresAt) - Date.parse(fixture.now)) / 1000
}
