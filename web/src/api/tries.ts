/**
 * Requests of money. A repeat of one whose fate is not known carries the same key, so that it cannot pay twice, also after the page was
 * loaded again, or after it was corrected because the repeat broke a rule.
 */
import { inTab } from '../ui/storage.ts'
import { ApiError, isConflict, isProvidersRefusal, newIdempotencyKey } from './client.ts'

export interface Try {
  readonly key: string
  /** A charge's, once it is saved: a repeat charges the same one. */
  cardId?: string
  /** Whether its last answer said that nothing was made, so that the next one is no repeat's. */
  isRefused?: boolean
  /** A rule has refused its repeat: what the form sends next is its correction, and goes under its key. */
  isToCorrect?: boolean
}

interface Options {
  /** What comes before it is sent. What it adds to the try is kept; of what the key was first sent with its error says nothing. */
  prepare?: ((sent: Try) => Promise<void>) | undefined
  /** Of what this repeats, as it was shown to the user; by default the one that is kept with the content. */
  key?: string | undefined
}

/** Those without an answer, by what was sent. */
type Tries = Record<string, Try>

/** What has been sent and is not answered yet, by its place and contents. */
const underWay = new Map<string, Promise<unknown>>()

/**
 * Sends under the key that belongs to what is sent, once: the same again while it is under way, as by a second click, gets the same
 * answer. What is kept in the tab ends with its answer, whether or not the page is still open.
 * @param place where the tries of this form are kept (`attemptPlace`).
 * @param content what is sent, as much of it as may be stored.
 * @param post sends it.
 * @throws as `post`; an error of a repeat is marked, unless it answers what its key was first sent with.
 */
export function sendOnce<T>(
  place: string,
  content: object,
  post: (sent: Try) => Promise<T>,
  options: Options = {},
): Promise<T> {
  const name = JSON.stringify(content)
  const id = `${place} ${name}`
  const sending =
    (underWay.get(id) as Promise<T> | undefined) ?? send(place, name, post, options).finally(() => underWay.delete(id))
  underWay.set(id, sending)
  return sending
}

/**
 * As `sendOnce`. Where its key's work was undone since, which is a conflict, that try is forgotten, since its answer was seen by no user,
 * and it is sent once more.
 */
export function sendAnew<T>(place: string, content: object, post: (sent: Try) => Promise<T>): Promise<T> {
  const send = () => sendOnce(place, content, post)
  return send().catch((error: unknown) => {
    if (!isConflict(error)) throw error
    forgetTry(place, content)
    return send()
  })
}

async function send<T>(
  place: string,
  name: string,
  post: (sent: Try) => Promise<T>,
  { prepare, key: shown }: Options,
): Promise<T> {
  const tries = read(place)
  const { isRefused, ...own }: Partial<Try> = tries[name] ?? {}
  const key = shown ?? own.key ?? Object.values(tries).find(({ isToCorrect }) => isToCorrect)?.key
  const isRepeat = shown !== undefined || (key !== undefined && !isRefused)
  const sent: Try = { ...own, key: key ?? newIdempotencyKey() }
  // Until it is answered; the page may end before.
  write(place, name, sent)
  let isPrepared = false
  try {
    await prepare?.(sent)
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

/** What was sent last from a form and may have been made, since it has no answer. */
export interface Unanswered<Content extends object> {
  content: Content
  /** What repeats or corrects it goes under its key, also if it is answered meanwhile: that cannot pay twice. */
  key: string
  /** A rule has refused its repeat: what is sent next goes under its key, whatever it contains. */
  isToCorrect: boolean
}

/** @returns what `sendOnce` keeps at this place without an answer, the latest of it; undefined where there is none. */
export function unansweredAt<Content extends object>(place: string): Unanswered<Content> | undefined {
  const last = Object.entries(read(place)).findLast(([, { isRefused }]) => !isRefused)
  return last && { content: JSON.parse(last[0]), key: last[1].key, isToCorrect: last[1].isToCorrect ?? false }
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
