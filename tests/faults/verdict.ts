/** What may be found wrong with a lifecycle, and what the rules have in common. */
import type { Settled } from './terrain.ts'
import type { Deed } from './world.ts'

/** As the issue counts them. */
export const FAILINGS = [
  'duplicate',
  'lost',
  'wrongEnd',
  'wrongAmount',
  'wrongDestination',
  'stuck',
  'lie',
  'unheard',
  'unlooked',
  'unreasoned',
] as const
export type Failing = (typeof FAILINGS)[number]

export interface Violation {
  failing: Failing
  /** The lifecycle; null when it is about none in particular. */
  index: number | null
  text: string
}

export interface Verdict {
  violations: Violation[]
  /** An operator is asked about it. */
  asks: boolean
  /** A doubt about it is one that the provider could end. */
  isTellable: boolean
  /** An operator is asked what the provider could have told. */
  asksNeedlessly: boolean
}

export const FINE: Verdict = { violations: [], asks: false, isTellable: false, asksNeedlessly: false }

/** Fewer than one in a hundred of those about which a provider could tell. */
const MOST_ASKED = 0.01
/** Fewer, of few lifecycles, come by chance where the share is as it should be: of 170, two. */
const FEWEST_ASKED = 3

/** Of three hundred and more the share alone decides: one in a hundred of them is three. */
export const isTooMany = (asked: number, tellable: number): boolean =>
  asked >= FEWEST_ASKED && asked / tellable >= MOST_ASKED

export const broken = ({ life }: Deed, failing: Failing, text: string): Violation => ({
  failing,
  index: life.index,
  text: `${failing}: ${life.kind} ${life.key} at ${life.provider}: ${text}`,
})

/** Where a provider lied, or an answer that nothing is there may not be believed, an operator is asked with good reason. */
const DOUBTFUL = ['wrongAmount', 'otherMovement', 'stale', 'falseAmountWebhook'] as const

export function couldTell(settled: Settled | null | undefined, { life }: Deed, isThere: boolean): boolean {
  if (life.cells.some(({ fault }) => DOUBTFUL.some((doubt) => doubt === fault))) return false
  // A search finds what was made; that nothing was made is told by a repeat under a live key alone.
  return settled === 'key' || ((settled === 'lookup' || settled === 'reading') && isThere)
}

/** One key, one thing; who was told of it was told of the same; and no caller is left without an answer. */
export function answersOf(deed: Deed, ids: readonly string[]): Violation[] {
  const { asked } = deed
  if (!asked) return []
  const told = new Set(asked.told.flatMap((end) => (end.outcome === 'made' ? [end.id] : [])))
  const trail = `(answers: ${asked.answers.join(', ')})`
  const found: Violation[] = []
  if (ids.length > 1) found.push(broken(deed, 'duplicate', `one key gave ${ids.length} ${trail}`))
  for (const id of told) {
    if (!ids.includes(id))
      found.push(broken(deed, 'lie', `the seller was told of ${id}, which does not exist ${trail}`))
  }
  if (asked.told.some(({ outcome }) => outcome === 'neverAnswered')) {
    found.push(broken(deed, 'stuck', `the seller never got an answer ${trail}`))
  }
  const allLeft = asked.told.length > 0 && asked.told.every(({ outcome }) => outcome === 'leftAfter503')
  const nothingDone = asked.answers.every((answer) => answer.startsWith('503') && answer.includes('nothing was done'))
  if (allLeft && nothingDone && ids.length > 0) found.push(broken(deed, 'lie', `something was left behind ${trail}`))
  return found
}

/** Doubts that end as soon as the movement is known: asking about one that is known asks for nothing. */
const ENDING_DOUBTS: readonly string[] = ['unknownOutcome', 'providerUnreachable', 'workflowLost', 'workflowStuck']

export const isInDoubt = ({ attentionReasons }: { attentionReasons: readonly string[] }): boolean =>
  attentionReasons.some((reason) => ENDING_DOUBTS.includes(reason))
