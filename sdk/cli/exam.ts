/** `trilho exam`: a seller's system on this machine is told of made-up charges as badly as a network can. */
import { randomBytes } from 'node:crypto'
import { setTimeout as rest } from 'node:timers/promises'
import type { Charge } from '../types.generated.ts'
import { type ExamEvent, madeUpCharge } from './exam-charge.ts'
import { isLocal } from './local.ts'
import { noAnswer } from './no-answer.ts'
import { isSecret, signedHeaders } from './sign.ts'
import { UsageError } from './usage-error.ts'

export interface Examination {
  url: string
  secret: string
  /** With `{id}` for the charge's id; without it only answers are graded. */
  stateUrl: string | undefined
  print(line: string): void
}

interface Message {
  event: ExamEvent
  secret: string
  at?: number
}

interface Question {
  name: string
  chargeId: string
  messages: readonly Message[]
  wants: 'taken' | 'refused'
  /** What the system has to hold in the end. */
  ends: 'paid' | 'unpaid' | undefined
  mend: string
}

interface State {
  status?: unknown
  paid?: unknown
}

const PAID: Charge['status'] = 'APPROVED'
const ANSWER_MS = 10_000
const PATIENCE_MS = 10_000
const ROUND_MS = 200
const OLD_MS = 10 * 60_000

/**
 * Prints each question's grade.
 * @returns whether all were passed.
 * @throws UsageError for an address elsewhere: what is signed here would be believed there.
 */
export async function exam({ url, secret, stateUrl, print }: Examination): Promise<boolean> {
  if (!isLocal(url)) throw new UsageError('exam takes an address of this machine: http://localhost:8080/hooks')
  if (stateUrl !== undefined && !(isLocal(stateUrl) && stateUrl.includes('{id}'))) {
    throw new UsageError('--state-url takes an address of this machine with {id} for the charge')
  }
  if (!isSecret(secret)) {
    throw new UsageError('exam needs --secret whsec_..., what the system checks signatures with')
  }
  const questions = questionsOf(secret)
  const complaints: (string | undefined)[] = []
  for (const question of questions) complaints.push(await put(question, url))
  for (const [index, question] of questions.entries()) {
    const complaint = complaints[index] ?? (stateUrl && (await complaintAboutState(question, stateUrl)))
    complaints[index] = complaint || undefined
    print(complaint ? `failed  ${question.name}: ${complaint}. ${question.mend}` : `passed  ${question.name}`)
  }
  const passed = complaints.filter((complaint) => complaint === undefined).length
  print(
    `${passed} of ${questions.length} passed${stateUrl ? '' : '; only answers were graded: --state-url shows more'}`,
  )
  return passed === questions.length
}

function questionsOf(secret: string): Question[] {
  const [plain, twice, disordered, late, unknown, forged, old] = Array.from({ length: 7 }, madeUpCharge) as Seven
  const ours = (...events: ExamEvent[]) => events.map((event) => ({ event, secret }))
  const approval = twice.approved(2)
  return [
    {
      name: 'a plain sale',
      chargeId: plain.id,
      messages: ours(plain.created(), plain.approved(2)),
      wants: 'taken',
      ends: 'paid',
      mend: 'Answer 2xx before you do the work, and take charge.approved as paid',
    },
    {
      name: 'the same event twice',
      chargeId: twice.id,
      messages: ours(twice.created(), approval, approval),
      wants: 'taken',
      ends: 'paid',
      mend: 'Keep the ids that you have handled, and answer 2xx to one that comes again without doing anything',
    },
    {
      name: 'approved before created',
      chargeId: disordered.id,
      messages: ours(disordered.approved(2), disordered.created()),
      wants: 'taken',
      ends: 'paid',
      mend: 'Pass over an event whose sequence is lower than the highest that you have seen of the charge',
    },
    {
      name: 'money after the charge expired',
      chargeId: late.id,
      messages: ours(late.created(), late.rejected(2), late.approved(3)),
      wants: 'taken',
      ends: 'paid',
      mend: 'Buyers pay codes that have expired: let a rejected charge become approved',
    },
    {
      name: 'an event of a type to come',
      chargeId: unknown.id,
      messages: ours(unknown.ofTypeToCome(1)),
      wants: 'taken',
      ends: undefined,
      mend: 'Answer 2xx to types that you do not know, or they are sent again for 48 hours',
    },
    {
      name: 'an event signed with another secret',
      chargeId: forged.id,
      messages: [{ event: forged.approved(1), secret: randomBytes(32).toString('base64') }],
      wants: 'refused',
      ends: 'unpaid',
      mend: 'Check webhook-signature over the raw body before anything else, and answer 401',
    },
    {
      name: 'an event that is ten minutes old',
      chargeId: old.id,
      messages: [{ event: old.approved(1), secret, at: Date.now() - OLD_MS }],
      wants: 'refused',
      ends: 'unpaid',
      mend: 'Refuse a webhook-timestamp that is more than five minutes away: an attacker may send again what they overheard',
    },
  ]
}

type MadeUp = ReturnType<typeof madeUpCharge>
type Seven = [MadeUp, MadeUp, MadeUp, MadeUp, MadeUp, MadeUp, MadeUp]

/** @returns what is wrong with the answers. */
async function put({ messages, wants }: Question, url: string): Promise<string | undefined> {
  let complaint: string | undefined
  for (const message of messages) {
    const { status, said } = await tell(message, url)
    const isRight = wants === 'taken' ? status >= 200 && status < 300 : status >= 400 && status < 500
    const wanted = wants === 'taken' ? '2xx' : '4xx'
    if (!isRight) complaint ??= `it ${said} to ${message.event.type}, not ${wanted}`
  }
  return complaint
}

/** @returns the answer's status, 0 without an answer; and what happened, in words. */
async function tell({ event, secret, at }: Message, url: string): Promise<{ status: number; said: string }> {
  const body = JSON.stringify(event)
  const headers = await signedHeaders(event.id, body, secret, at)
  const signal = AbortSignal.timeout(ANSWER_MS)
  return fetch(url, { method: 'POST', redirect: 'manual', headers, body, signal }).then(
    async (response) => {
      await response.body?.cancel()
      return { status: response.status, said: `answered ${response.status}` }
    },
    (error) => ({ status: 0, said: `gave ${noAnswer(error)}` }),
  )
}

/** A system may answer first and work later: what it should hold is waited for. */
async function complaintAboutState({ chargeId, ends }: Question, stateUrl: string): Promise<string | undefined> {
  if (ends === undefined) return undefined
  const address = stateUrl.replaceAll('{id}', chargeId)
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    const state = await stateAt(address)
    if (state === undefined) return 'its state address gave no { status }'
    if (ends === 'unpaid') return state.status === PAID ? 'it took the charge as paid' : undefined
    if (state.status === PAID) {
      return typeof state.paid === 'number' && state.paid !== 1
        ? `it took the charge as paid ${state.paid} times`
        : undefined
    }
    if (Date.now() > end) return `the charge ended as ${String(state.status ?? 'unknown')}, not ${PAID}`
    await rest(ROUND_MS)
  }
}

/** @returns an empty one for a charge that the system does not know. */
async function stateAt(address: string): Promise<State | undefined> {
  const signal = AbortSignal.timeout(ANSWER_MS)
  return fetch(address, { redirect: 'manual', signal }).then(
    async (response) => {
      if (response.status === 404) return {}
      const state: unknown = response.ok ? await response.json().catch(() => undefined) : undefined
      return typeof state === 'object' && state !== null && 'status' in state ? state : undefined
    },
    () => undefined,
  )
}
