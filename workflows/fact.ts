/** What somebody says of a charge, and its way into the record. */
import { condition } from '@temporalio/workflow'
import type { RecordedTransition } from '../activities/record-transition.ts'
import type { Transition } from '../db/queries/transitions.ts'
import type { ChargeStatus } from '../domain/charge-status.ts'
import { readCharge, readChargePatiently, recordAttention, recordTransition } from './charge-activities.ts'
import { readFailure } from './failure.ts'
import type { ProviderEvent } from './messages.ts'

/** `status` null: it says nothing that we understand. */
export type Fact = Omit<Transition, 'chargeId' | 'to'> & { status: ChargeStatus | null }

/** The charge, and the transaction that it shows its buyer, if it has one. */
export interface Subject {
  chargeId: string
  own?: { transactionId: string; accountId: string }
}

const ASK_A_PERSON_AFTER_MS = 5 * 60_000

/**
 * A webhook without a status of its own, or that nobody signed, is only a reason to look.
 * @returns `notOurs` when it speaks of another charge's transaction, `unreadable` when the provider cannot be asked now.
 */
export async function factOf(
  { chargeId, own }: Subject,
  event: ProviderEvent,
  read: typeof readCharge = readCharge,
): Promise<Fact | 'notOurs' | 'unreadable'> {
  const { eventId, transactionId, accountId, signed } = event
  const isOwn = transactionId === own?.transactionId && accountId === own.accountId
  const source = { cause: 'webhook', key: `webhook/${eventId}`, ...(isOwn ? {} : { orphanOf: transactionId }) } as const
  if (event.status !== null) {
    const { status, rawStatus, unmapped } = event
    return { ...source, status, ...(rawStatus === undefined ? {} : { rawStatus }), ...(unmapped ? { unmapped } : {}) }
  }
  try {
    return { ...source, ...(await read({ chargeId, transactionId, accountId, trusted: signed })) }
  } catch (error) {
    return readFailure(error).refused ? 'notOurs' : 'unreadable'
  }
}

/** For events after which nothing else would bring the news: asks for as long as it takes, and soon for a person too. */
export async function applyPatiently(subject: Subject, event: ProviderEvent): Promise<RecordedTransition | undefined> {
  const { chargeId } = subject
  let isKnown = event.status !== null
  const learning = factOf(subject, event, readChargePatiently).finally(() => {
    isKnown = true
  })
  if (!isKnown && !(await condition(() => isKnown, ASK_A_PERSON_AFTER_MS))) {
    await recordAttention({ chargeId, reason: 'providerUnreachable' })
  }
  const learned = await learning
  return typeof learned === 'string' ? undefined : recordFact(chargeId, learned)
}

/** @returns undefined when the fact changes nothing by its nature: PENDING is where every charge begins. A word that nobody knows is news all the same. */
export async function recordFact(chargeId: string, { status, ...fact }: Fact): Promise<RecordedTransition | undefined> {
  const to = status ?? 'PENDING'
  if (to === 'PENDING' && !fact.unmapped) return undefined
  return recordTransition({ ...fact, chargeId, to })
}
