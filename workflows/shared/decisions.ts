/**
 * Operators' decisions, as Updates from our API or as signals from Temporal Web. Each is about the doubt that stood when it was
 * made, is answered with what became of it, and leaves a row in the movement's history, a void one too.
 */

import { condition, patched, setHandler, sleep, uuid4, workflowInfo } from '@temporalio/workflow'
import {
  type Decided,
  type DecisionAnswer,
  type DecisionKind,
  isDoubt,
  type VoidReason,
} from '../../domain/decision.ts'
import { defined } from '../../domain/defined.ts'
import { type Approval, cancelSignal, type Decision, decideUpdate, resolveSignal, retrySignal } from '../messages.ts'
import { PATCHES } from '../patches.ts'
import { answerDoubt, type Movement, showAttention } from './movement.ts'

export interface PendingDecision<Said extends Decision | Approval = Decision> {
  readonly decision: Said & { id: string }
  /** It came as a signal: nobody has noted it in the audit log before it came. */
  readonly isSignal: boolean
  answer: DecisionAnswer | undefined
}
type AnyPending = PendingDecision<Decision | Approval>

/** One that is resolved differs by what the operator says. */
export type Resolution = Extract<Decision, { kind: 'resolve' }>

export function openDesk(movement: Movement): void {
  const seen = new Map<string, AnyPending>()

  async function receive(said: Decision | Approval, isSignal = false): Promise<DecisionAnswer> {
    const decision = { ...said, id: said.id ?? uuid4(), ...shownTo(movement, said) }
    const known = seen.get(decision.id)
    const pending: AnyPending = known ?? { decision, isSignal, answer: undefined }
    if (!known) {
      seen.set(decision.id, pending)
      const why = isWellFormed(decision) ? whyVoid(movement, decision) : 'malformed'
      if (why) {
        if (patched(PATCHES.voidDecisionsAreKept)) await untilKept()
        await voidDecision(movement, pending, why)
      } else movement.decisions.push(pending)
    }
    await condition(() => pending.answer !== undefined)
    return pending.answer ?? { became: 'void', why: 'over' }
  }

  async function hear(said: unknown, kind: DecisionKind): Promise<void> {
    await receive({ by: TEMPORAL, ...asObject(said), kind } as Decision, true)
  }

  setHandler(decideUpdate, (said) => receive(said))
  setHandler(retrySignal, (said) => hear(said, 'retry'))
  setHandler(cancelSignal, (said) => hear(said, 'cancel'))
  setHandler(resolveSignal, (said) => hear(said, 'resolve'))
}

/** Who has decided, where nobody vouches for a name. */
const TEMPORAL = 'Temporal'

/** Whoever sends a signal may send anything. */
const asObject = (said: unknown): object => (typeof said === 'object' && said !== null ? said : {})

function isWellFormed(decision: Decision | Approval): boolean {
  switch (decision.kind) {
    case 'retry':
    case 'cancel':
      return true
    case 'resolve':
      return decision.outcome === 'created' || decision.outcome === 'notCreated'
    case 'approve':
      return typeof decision.personId === 'string'
  }
}

/** What the operator saw, or else what stands now: a decision is about that, also when it is acted on later. */
function shownTo({ asked, attempt }: Movement, said: Decision | Approval): Pick<Decision, 'about' | 'attempt'> {
  const about = said.about === undefined ? asked : said.about
  return { ...defined({ about }), attempt: said.attempt ?? attempt }
}

function whyVoid({ phase, asked, attempt }: Movement, decision: Decision | Approval): VoidReason | undefined {
  if (phase === 'done') return 'over'
  if (decision.kind === 'approve') return asked === 'awaitsApproval' ? undefined : 'answered'
  if (isDoubt(decision.about) && decision.about !== asked) return 'answered'
  if (phase !== 'creating') return undefined
  if (decision.attempt !== undefined && decision.attempt !== attempt) return 'answered'
  return asked === undefined ? 'underWay' : undefined
}

export const hasDecision = ({ decisions }: Movement): boolean => decisions.length > 0

/** The first decision that still means something; those before it are answered as void, and so is an approval that nobody asks for. */
export async function nextDecision(movement: Movement): Promise<PendingDecision | undefined> {
  for (let next = await nextOrApproval(movement); next; next = await nextOrApproval(movement)) {
    if (isDecision(next)) return next
    await voidDecision(movement, next, 'answered')
  }
  return undefined
}

/** As nextDecision, where an approval is waited for. */
export async function nextOrApproval(movement: Movement): Promise<AnyPending | undefined> {
  for (let next = movement.decisions.shift(); next; next = movement.decisions.shift()) {
    if (patched(PATCHES.decisionsAreKept)) await untilKept()
    const why = whyVoid(movement, next.decision)
    if (!why) return next
    await voidDecision(movement, next, why)
  }
  return undefined
}

/**
 * An Update is in the history only once its workflow task has ended. What is written down within that task by a local activity
 * would outlive the decision when the worker dies: its row would say that it is made, and nobody would act on it.
 */
const untilKept = () => sleep(1)

export const isDecision = (pending: AnyPending): pending is PendingDecision => !isApproval(pending)

export const isApproval = (pending: AnyPending): pending is PendingDecision<Approval> =>
  pending.decision.kind === 'approve'

/** It was done. A retry answers no doubt: it only looks. */
export async function carriedOut(movement: Movement, pending: PendingDecision): Promise<void> {
  const became = { became: 'carriedOut' } as const
  const { kind } = pending.decision
  const { needsAttention } = await movement.records.decision({ ...became, kind, ...decidedIn(pending) })
  pending.answer = became
  if (pending.decision.kind !== 'retry') answerDoubt(movement, needsAttention)
  else if (movement.asked === undefined) showAttention(movement, needsAttention)
  // The retry has answered the reason that was shown: what is still asked is shown again.
  else if (!needsAttention) await movement.records.attention(movement.asked)
}

/** It was an approval, which its own activity has written down. */
export function approved(movement: Movement, pending: AnyPending, needsAttention: boolean): void {
  pending.answer = { became: 'carriedOut' }
  answerDoubt(movement, needsAttention)
}

/** Nothing was done, and why. */
export async function voidDecision(movement: Movement, pending: AnyPending, why: VoidReason): Promise<undefined> {
  const became = { became: 'void', why } as const
  await movement.records.decision({ ...became, kind: pending.decision.kind, ...decidedIn(pending) })
  pending.answer = became
  return undefined
}

function decidedIn({ decision, isSignal }: AnyPending): Pick<Decided, 'id' | 'by' | 'about' | 'signal'> {
  const { id, by, about } = decision
  const signal = isSignal ? { target: workflowInfo().workflowId, detail: saidIn(decision) } : undefined
  return { id, ...defined({ by, about, signal }) }
}

const LONGEST_WORD = 200

/** What an operator says of it, for the audit log; a signal may hold anything. */
function saidIn(decision: Decision | Approval): Record<string, string> {
  if (decision.kind !== 'resolve') return {}
  const { outcome, externalId, status } = decision
  const words = Object.entries({ outcome, externalId, status }).flatMap(([key, word]) =>
    typeof word === 'string' ? [[key, word.slice(0, LONGEST_WORD).toWellFormed()]] : [],
  )
  return Object.fromEntries(words)
}

/** Whatever was not acted on came too late; what comes from now on is answered so by itself. */
export async function closeDesk(movement: Movement): Promise<void> {
  for (let next = movement.decisions.shift(); next; next = movement.decisions.shift()) {
    if (patched(PATCHES.voidDecisionsAreKept)) await untilKept()
    await voidDecision(movement, next, 'over')
  }
}
