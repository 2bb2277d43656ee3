/**
 * Operators' decisions, sent as Updates by our API or as signals from Temporal Web. Each decision is about the doubt that was open
 * when it was made, is answered with what became of it, and leaves a row in the movement's history, also if it is void.
 */
import { condition, patched, setHandler, sleep, uuid4, workflowInfo } from '@temporalio/workflow'
import {
  contradictsItself,
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
  /** The decision came as a signal, so our API has not written it to the audit log. */
  readonly isSignal: boolean
  answer: DecisionAnswer | undefined
}
type AnyPending = PendingDecision<Decision | Approval>

/** A decision that reports an outcome. */
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

/** The name recorded for a decision whose sender is not authenticated by our API. */
const TEMPORAL = 'Temporal'

/** A signal may carry any value. */
const asObject = (said: unknown): object => (typeof said === 'object' && said !== null ? said : {})

function isWellFormed(decision: Decision | Approval): boolean {
  switch (decision.kind) {
    case 'retry':
    case 'cancel':
      return true
    case 'resolve':
      if (contradictsItself(decision) && patched(PATCHES.contradictionsAreMalformed)) return false
      return decision.outcome === 'created' || decision.outcome === 'notCreated'
    case 'approve':
      return typeof decision.personId === 'string'
  }
}

/** The doubt and attempt that the operator saw, or the current ones. The decision stays about these even if it is acted on later. */
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

/**
 * A search finds nothing, but the request may still be processed: the decision waits until a search can say that there is nothing.
 * @param isMoot ends the wait earlier.
 */
export async function putOff(
  movement: Movement,
  pending: PendingDecision,
  forMs: number,
  isMoot: () => boolean,
): Promise<undefined> {
  await condition(isMoot, forMs)
  movement.decisions.unshift(pending)
  return undefined
}

/** The first decision that still applies. Earlier ones, and approvals that are not asked for, are answered as void. */
export async function nextDecision(movement: Movement): Promise<PendingDecision | undefined> {
  for (let next = await nextOrApproval(movement); next; next = await nextOrApproval(movement)) {
    if (isDecision(next)) return next
    await voidDecision(movement, next, 'answered')
  }
  return undefined
}

/** As nextDecision, for a movement that awaits an approval. */
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
 * An Update is in the history only once its workflow task has ended. If the worker died within that task, a row written by a local
 * activity would outlive the decision: the row would say that the decision was made, and no workflow would act on it.
 */
const untilKept = () => sleep(1)

export const isDecision = (pending: AnyPending): pending is PendingDecision => !isApproval(pending)

export const isApproval = (pending: AnyPending): pending is PendingDecision<Approval> =>
  pending.decision.kind === 'approve'

/** The decision was carried out. A retry leaves the doubt open, because it only looks. */
export async function carriedOut(movement: Movement, pending: PendingDecision): Promise<void> {
  const became = { became: 'carriedOut' } as const
  const { kind } = pending.decision
  const { needsAttention } = await movement.records.decision({ ...became, kind, ...decidedIn(pending) })
  pending.answer = became
  if (pending.decision.kind !== 'retry') answerDoubt(movement, needsAttention)
  else if (movement.asked === undefined) showAttention(movement, needsAttention)
  // Recording the retry cleared the reason that was shown. The doubt is still open, so it is shown again.
  else if (!needsAttention) await movement.records.attention(movement.asked)
}

/** An approval was carried out. Its own activity has recorded it. */
export function approved(movement: Movement, pending: AnyPending, needsAttention: boolean): void {
  pending.answer = { became: 'carriedOut' }
  answerDoubt(movement, needsAttention)
}

/** Records that a decision had no effect, and why. */
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

/** The operator's answer for the audit log. Only strings are kept, because a signal may hold any value. */
function saidIn(decision: Decision | Approval): Record<string, string> {
  if (decision.kind !== 'resolve') return {}
  const { outcome, externalId, status } = decision
  const words = Object.entries({ outcome, externalId, status }).flatMap(([key, word]) =>
    typeof word === 'string' ? [[key, word.slice(0, LONGEST_WORD).toWellFormed()]] : [],
  )
  return Object.fromEntries(words)
}

/** Answers every decision that was not acted on as too late. `receive` answers later ones the same way. */
export async function closeDesk(movement: Movement): Promise<void> {
  for (let next = movement.decisions.shift(); next; next = movement.decisions.shift()) {
    if (patched(PATCHES.voidDecisionsAreKept)) await untilKept()
    await voidDecision(movement, next, 'over')
  }
}
