/**
 * Requests of money. A repeat of one whose fate is not known carries the same key, so that it cannot pay twice, also after the page was
 * loaded again.
 */
import { defined } from '../../../domain/defined.ts'
import { inTab } from '../ui/storage.ts'
import { ApiError, isProvidersRefusal, newIdempotencyKey } from './client.ts'

export interface Try {
  readonly key: string
  /** A charge's, once it is saved: a repeat charges the same one. */
  cardId?: string
  /** Whether its last answer said that nothing was made, so that the next one is no repeat's. */
  isRefused?: boolean
}

/** Those without an answer, by what was sent. */
type Tries = Record<string, Try>

/**
 * Sends under the key that belongs to what is sent. What is kept in the tab ends with its answer, whether or not the page is still open.
 * @param place where the tries of this form are kept (`attemptPlace`).
 * @param content what is sent, as much of it as may be stored.
 * @param post sends it. What it adds to the try before, it has kept.
 * @throws as `post`; an error of a repeat is marked, unless the answer is the first one's.
 */
export async function sendOnce<T>(
  place: string,
  content: object,
  post: (sent: Try, keep: () => void) => Promise<T>,
): Promise<T> {
  const name = JSON.stringify(content)
  const before = read(place)[name]
  const isRepeat = before !== undefined && !before.isRefused
  const sent: Try = { key: before?.key ?? newIdempotencyKey(), ...defined({ cardId: before?.cardId }) }
  const keep = () => write(place, name, sent)
  // Until it is answered; the page may end before.
  keep()
  try {
    const made = await post(sent, keep)
    write(place, name, undefined)
    return made
  } catch (error) {
    if (isRepeat && error instanceof ApiError && !isAnswerOfFirst(error)) error.isOfRepeat = true
    if (isSurelyRefused(error)) write(place, name, undefined)
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

/** Given under its key. All other refusals come before the key is looked at: they say nothing of what it was first sent with. */
const isAnswerOfFirst = (error: ApiError): boolean =>
  isProvidersRefusal(error) || error.problem?.code === 'refund_not_approved'

const read = (place: string): Tries => JSON.parse(inTab.get(place) ?? '{}')

function write(place: string, name: string, sent: Try | undefined): void {
  const { [name]: _before, ...others } = read(place)
  inTab.set(place, JSON.stringify(sent ? { ...others, [name]: sent } : others))
}
