/**
 * Requests of money. A repeat of one whose fate is not known carries the same key, so that it cannot pay twice, also after the page was
 * loaded again, or after it was corrected because the repeat broke a rule.
 */
import { inTab } from '../ui/storage.ts'
import { ApiError, isProvidersRefusal, newIdempotencyKey } from './client.ts'

export interface Try {
  readonly key: string
  /** A charge's, once it is saved: a repeat charges the same one. */
  cardId?: string
  /** Whether its last answer said that nothing was made, so that the next one is no repeat's. */
  isRefused?: boolean
  /** A rule has refused its repeat: what the form sends next is its correction, and goes under its key. */
  isToCorrect?: boolean
}

/** Those without an answer, by what was sent. */
type Tries = Record<string, Try>

/**
 * Sends under the key that belongs to what is sent. What is kept in the tab ends with its answer, whether or not the page is still open.
 * @param place where the tries of this form are kept (`attemptPlace`).
 * @param content what is sent, as much of it as may be stored.
 * @param post sends it.
 * @param prepare what comes before that. What it adds to the try is kept; of what the key was first sent with its error says nothing.
 * @throws as `post`; an error of a repeat is marked, unless it answers what its key was first sent with.
 */
export async function sendOnce<T>(
  place: string,
  content: object,
  post: (sent: Try) => Promise<T>,
  prepare: (sent: Try) => Promise<void> = async () => {},
): Promise<T> {
  const name = JSON.stringify(content)
  const tries = read(place)
  const { isRefused, ...own }: Partial<Try> = tries[name] ?? {}
  const key = own.key ?? Object.values(tries).find(({ isToCorrect }) => isToCorrect)?.key
  const isRepeat = key !== undefined && !isRefused
  const sent: Try = { ...own, key: key ?? newIdempotencyKey() }
  // Until it is answered; the page may end before.
  write(place, name, sent)
  let isPrepared = false
  try {
    await prepare(sent)
    isPrepared = true
    write(place, name, sent)
    const made = await post(sent)
    end(place, sent.key)
    return made
  } catch (error) {
    if (error instanceof ApiError) error.hasKey = true
    if (isRepeat && error instanceof ApiError && !(isPrepared && isAnswerOfKey(error))) error.isOfRepeat = true
    if (isSurelyRefused(error)) end(place, sent.key)
    else if (isRepeat && breaksRule(error)) write(place, name, { ...sent, isToCorrect: true })
    else if (isSurelyNotMade(error)) write(place, name, { ...sent, isRefused: true })
    throw error
  }
}

/** The same content is next sent under another key. */
export const forgetTry = (place: string, content: object): void => write(place, JSON.stringify(content), undefined)

/** The API says what happened: nothing. Not so without an answer, or while the first try is still under way (409). */
export function isSurelyRefused(error: unknown): boolean {
  if (!(error instanceof ApiError) || !error.problem || error.isOfRepeat) return false
  return (error.status < 500 && error.status !== 409) || isProvidersRefusal(error)
}

/** As `isSurelyRefused`, and of a first answer that names a conflict: its key is kept all the same. */
export const isSurelyNotMade = (error: unknown): boolean =>
  isSurelyRefused(error) || (error instanceof ApiError && !error.isOfRepeat && error.problem?.code === 'conflict')

/** Of what its key was first sent with. All other refusals come before the key is looked at: they say nothing of that. */
const isAnswerOfKey = (error: ApiError): boolean =>
  isProvidersRefusal(error) || error.problem?.code === 'refund_not_approved' || isOfOtherContent(error)

/** The key's first request has arrived, and was another one. */
export const isOfOtherContent = (error: unknown): boolean =>
  error instanceof ApiError && error.problem?.code === 'idempotency_key_reused'

/** A user may correct what was sent. */
const breaksRule = (error: unknown): boolean =>
  error instanceof ApiError && !!error.problem && (error.status === 400 || error.status === 422)

const read = (place: string): Tries => JSON.parse(inTab.get(place) ?? '{}')

/** The key is answered: so is all that was sent under it. */
function end(place: string, key: string): void {
  const others = Object.entries(read(place)).filter(([, sent]) => sent.key !== key)
  inTab.set(place, JSON.stringify(Object.fromEntries(others)))
}

function write(place: string, name: string, sent: Try | undefined): void {
  const { [name]: _before, ...others } = read(place)
  inTab.set(place, JSON.stringify(sent ? { ...others, [name]: sent } : others))
}
