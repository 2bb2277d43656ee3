/** One round of an account's reader: reads the due movements, as fast as the provider allows. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Context } from '@temporalio/activity'
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common'
import {
  claimDue,
  type DueReading,
  finishReading,
  makeDue,
  putBack,
  untilNextReading,
} from '../db/queries/reading/due.ts'
import { beginRound, endRounds, notePause, quicken } from '../db/queries/reading/pace.ts'
import { windowOf } from '../db/queries/reading/window.ts'
import { defined } from '../domain/defined.ts'
import { faster, type Pace, placesOfWhatCanWait, restMsFor } from '../domain/pace.ts'
import { DISBURSEMENT_WINDOW_MS, pauseAfter, pauseUnanswered, RECEIVER_EVERY_MS } from '../domain/poll-rhythm.ts'
import { NOT_OURS } from '../domain/provider-error.ts'
import type { Connections } from '../gateway/connection.ts'
import { EXPIRED } from '../workflows/messages.ts'
import type { ActivityDependencies } from './context.ts'
import { elapsedMs } from './elapsed.ts'
import { STILL_PENDING } from './failures.ts'
import { withHeartbeat } from './heartbeat.ts'
import { takeReading } from './take-reading.ts'
import { NEVER_AGAIN, type Taken } from './taken.ts'
import { workflowTeller } from './tell-workflow.ts'
import { wakeReader } from './wake-reader.ts'

/** A run ends after this time, even if more is due, so that its worker slot becomes free. */
const RUN_MS = 20_000
/** If the next reading is due later than this, the workflow waits for it instead of the activity. */
export const WITHIN_REACH_MS = 30_000
/** Failures that are answers: the provider does not have the movement, or has another one. */
const ANSWERS: readonly (string | null | undefined)[] = ['NotFound', 'Mismatch', 'Declined', 'InvalidRequest']
/** Failures that no retry changes. */
const HOPELESS: readonly (string | null | undefined)[] = ['NotSupported', NOT_OURS]

export interface ReaderKey {
  accountId: string
}

export interface RoundsEnd {
  /** Milliseconds until the reader must look again; null if nothing will be due. */
  nextMs: number | null
}

/** How one reading went. `restMs`: the pause that the provider asks for. */
type Went = { went: 'read' } | { went: 'unasked' } | { went: 'failed' } | { went: 'refused'; restMs: number }

/**
 * Returns when nothing is due for a while, or when its shift is over. Its retry interval paces it, so a shift adds no history.
 * @throws ApplicationFailure StillPending (retry) while something is due.
 */
export function readDue(dependencies: ActivityDependencies, connections: Connections) {
  const { rhythm, logger, stopping } = dependencies
  const db = dependencies.database.writer
  const take = takeReading(dependencies, connections)
  const { tell } = workflowTeller(dependencies)
  return ({ accountId }: ReaderKey) => withHeartbeat(() => run(accountId))

  async function run(accountId: string): Promise<RoundsEnd> {
    const until = Date.now() + RUN_MS
    const { restMs, ...pace } = await beginRound(db, accountId)
    if (restMs > 0) return lookAgainIn(Math.min(restMs, RUN_MS))
    const rest = await readUntil(until, accountId, pace)
    const nextMs = await untilNextReading(db, accountId)
    if (nextMs === null || nextMs > WITHIN_REACH_MS) {
      await endRounds(db, accountId)
      return { nextMs }
    }
    return lookAgainIn(Math.max(rest, Math.min(nextMs, rhythm.lookEveryMs)))
  }

  /** The reader stays awake, so processes that find something due need not wake it. */
  function lookAgainIn(nextMs: number): RoundsEnd {
    if (elapsedMs() < rhythm.shiftMs) throw moreIn(nextMs)
    return { nextMs }
  }

  /** @returns how long nothing may be read now, in milliseconds. */
  async function readUntil(until: number, accountId: string, known: Pace): Promise<number> {
    const isOver = AbortSignal.any([stopping, Context.current().cancellationSignal])
    let pace = known
    while (Date.now() < until && !isOver.aborted) {
      const begunAt = Date.now()
      const batch = await claimDue(db, accountId, pace.concurrency, placesOfWhatCanWait(pace, Math.random()))
      if (batch.length === 0) return 0
      const all = await Promise.all(batch.map(readOne))
      const rests = all.flatMap((each) => (each.went === 'refused' ? [each.restMs] : []))
      if (rests.length > 0) return Math.min(Math.max(...rests), RUN_MS)
      const asked = all.filter(({ went }) => went !== 'unasked').length
      if (asked === 0) continue
      const next = faster(pace)
      if (next.perSecond > pace.perSecond || next.concurrency > pace.concurrency) await quicken(db, accountId, next)
      const spentMs = Date.now() - begunAt
      const waitMs = (asked * 1_000) / pace.perSecond - spentMs
      pace = next
      if (waitMs > 0) await sleep(waitMs, undefined, { signal: isOver }).catch(() => {})
    }
    return 0
  }

  async function finish(due: DueReading, taken: Taken): Promise<void> {
    const { windowMs, everyMs, isUnanswered = false } = taken
    const isTold = due.isExpired && (await tell(due, EXPIRED))
    const readable = { ...due, reads: due.reads + 1, ...defined({ everyMs }) }
    // After a movement's end its readings are hours or weeks apart, so an unanswered one is repeated sooner.
    const isOwed = isUnanswered && due.settled && everyMs === undefined && windowMs !== null
    if (isOwed) return finishReading(db, due, pauseUnanswered(readable, windowMs, rhythm), { isTold, isOwed })
    const pauseMs = windowMs === null ? null : pauseAfter(readable, windowMs, rhythm)
    await finishReading(db, due, pauseMs, { isTold })
  }

  /** For how long a movement whose reading failed is read again: as long as its status can still change. */
  async function readOn({ kind, id }: DueReading): Promise<Taken> {
    switch (kind) {
      case 'charge':
      case 'payment':
        return { windowMs: await windowOf(db, kind, id) }
      case 'refund':
      case 'withdrawal':
        return { windowMs: DISBURSEMENT_WINDOW_MS }
      case 'receiver':
        return { windowMs: Number.POSITIVE_INFINITY, everyMs: RECEIVER_EVERY_MS.ACTIVE }
      // Neither has an end here: take-void.ts and take-notice.ts say when they are over.
      case 'void':
      case 'notice':
        return { windowMs: Number.POSITIVE_INFINITY }
    }
  }

  async function readOne(due: DueReading): Promise<Went> {
    try {
      const taken = await take(due)
      await finish(due, taken)
      return { went: taken.isUnasked ? 'unasked' : 'read' }
    } catch (error) {
      const failure = error instanceof ApplicationFailure ? error : undefined
      if (failure?.type === 'RateLimited') {
        const restMs = Number(failure.nextRetryDelay ?? restMsFor())
        await putBack(db, due, restMs)
        return { went: 'refused', restMs }
      }
      logger.warn({ kind: due.kind, id: due.id, err: error }, 'a movement was not read')
      const isHopeless = HOPELESS.includes(failure?.type)
      const isUnanswered = !ANSWERS.includes(failure?.type)
      await finish(due, isHopeless ? NEVER_AGAIN : { ...(await readOn(due)), isUnanswered })
      return { went: 'failed' }
    }
  }
}

/** Makes a movement due now, because an operator asked for a reading. */
export function readSoon(dependencies: ActivityDependencies) {
  return async ({ kind, id }: Pick<DueReading, 'kind' | 'id'>): Promise<void> => {
    const account = await makeDue(dependencies.database.writer, { kind, id })
    if (account) await wakeReader(dependencies, account)
  }
}

/** Records an operator's pause, so that nothing wakes the reader meanwhile. */
export function noteReaderPause({ database }: ActivityDependencies) {
  return ({ accountId, isPaused }: ReaderKey & { isPaused: boolean }) => notePause(database.writer, accountId, isPaused)
}

const moreIn = (ms: number) =>
  ApplicationFailure.create({
    type: STILL_PENDING,
    message: 'More will be due',
    nextRetryDelay: Math.max(1, Math.round(ms)),
    category: ApplicationFailureCategory.BENIGN,
  })
