/** One try of a refund or withdrawal at one provider account. */
import { setTimeout as sleep } from 'node:timers/promises'
import { disbursementReference } from '../db/attempt-ids.ts'
import {
  type DisbursementAnswer,
  recordDisbursementAnswered,
  recordDisbursementNotMade,
  recordDisbursementUnknown,
} from '../db/queries/disbursement/attempt-ends.ts'
import {
  claimDisbursementAttempt,
  type DisbursementAttemptKey,
  type NewDisbursementAttempt,
  releaseDisbursementAttempt,
  saveDisbursementJournal,
} from '../db/queries/disbursement/attempts.ts'
import { type DisbursementSnapshot, loadDisbursementAttempt } from '../db/queries/disbursement/snapshot.ts'
import { flagDisbursementAttention } from '../db/queries/disbursement/transitions.ts'
import { hasAnswer, isUncertain } from '../domain/attempt.ts'
import { defined } from '../domain/defined.ts'
import { isDisbursementSettled } from '../domain/disbursement.ts'
import { OUR_MESSAGES } from '../domain/our-messages.ts'
import { ProviderError } from '../domain/provider-error.ts'
import { type Connections, openConnection } from '../gateway/connection.ts'
import type { Connection } from '../gateway/drive.ts'
import { attemptActivity } from './attempt.ts'
import { notYetEvent, sentEvent } from './attempt-events.ts'
import type { AttemptKind } from './attempt-kind.ts'
import type { ActivityDependencies } from './context.ts'
import { disbursementFlow, type SentAnswer } from './disbursement-request.ts'
import {
  createdOutcome,
  isRepeatable,
  type MadeDisbursement,
  newDisbursementAttempt,
  noteUnmapped,
} from './disbursement-snapshot.ts'
import { toFailure } from './failures.ts'
import { hasGoneBack, readReturned } from './read-refund.ts'
import { objection } from './refund-objection.ts'
import { unknown } from './sending.ts'

type DisbursementAttemptKind = AttemptKind<
  DisbursementAttemptKey,
  DisbursementSnapshot,
  NewDisbursementAttempt,
  Connection,
  SentAnswer,
  MadeDisbursement
>

/** @throws ApplicationFailure as `attemptActivity` says. */
export function attemptDisbursement(dependencies: ActivityDependencies, connections: Connections) {
  const db = dependencies.database.writer
  const disbursement: DisbursementAttemptKind = {
    load: (key) => loadDisbursementAttempt(db, key),
    made: (snapshot) => (snapshot.made ? createdOutcome(snapshot) : undefined),
    ended: ({ disbursement: { status, failureMessage } }) =>
      isDisbursementSettled(status)
        ? { outcome: 'refused', kind: 'Declined', message: failureMessage ?? '' }
        : undefined,
    newAttempt: newDisbursementAttempt,
    closeBefore: async ({ previous }) => {
      if (previous && !hasAnswer(previous.state)) throw unknown(OUR_MESSAGES.attemptBefore)
    },
    open: ({ account, platform, charge }, { createdAt: now, id }) =>
      openConnection(connections, account, platform, { now, id, charge }),
    isKeyLive: (snapshot, _, provider) => isRepeatable(snapshot, provider),
    // A withdrawal that the provider can look up is looked up before it is sent again.
    isRepeatable: ({ disbursement: { kind } }, { withdrawLookup }) => kind === 'refund' || withdrawLookup === null,
    isSecond: ({ previous, account }) => previous?.outcome === 'absent' && previous.providerAccountId === account.id,
    objection,
    isYoung: ({ payment, now }) =>
      payment !== null && Date.parse(now) - Date.parse(payment.paidAt ?? payment.createdAt) < YOUNG_MS,
    isWorthNoting: () => true,
    claimer: async (snapshot, attempt, connection, { hadBegun }) => {
      const known = snapshot.attempt?.refundedBefore ?? null
      const refundedBefore = hadBegun ? known : await givenBack(snapshot, connection)
      const { createdAt: madeAt } = snapshot.disbursement
      return async (claim) => {
        if (await claimDisbursementAttempt(db, attempt, { ...claim, refundedBefore, madeAt })) return true
        if (hadBegun) return false
        const now = await loadDisbursementAttempt(db, { ...attempt, madeAt })
        if (!now) throw toFailure(new ProviderError('NotSent', OUR_MESSAGES.rowTakenBack), true)
        const forbids = isUncertain(now.attempt?.state) ? undefined : objection(now)
        if (forbids) throw forbids
        return false
      }
    },
    flow: (connection, snapshot, attempt) =>
      disbursementFlow(connection, snapshot, attempt, dependencies.webhookUrl(snapshot.account)),
    referenceOf: ({ disbursementId, accountId }) => disbursementReference(disbursementId, accountId),
    theirs: ({ disbursement: { amount } }, { status }) => ({ status, amount }),
    externalIdOf: ({ externalId }) => externalId,
    recordAnswer: async (_, attempt, { returned, ...said }, told) => {
      const { number, provider } = attempt
      const isBack = returned !== undefined && (await hasGoneBack(db, attempt, returned))
      const { unmapped: _unmapped, ...known } = said
      const answer: DisbursementAnswer = isBack ? { ...known, status: 'APPROVED' } : said
      const { externalId, rawStatus } = answer
      const detail = defined({ externalId: externalId || undefined, rawStatus: rawStatus || undefined })
      const answered = { key: `answered/${number}`, type: 'answered', cause: 'provider', provider, detail } as const
      const events = [sentEvent(attempt), answered]
      const outcome = await recordDisbursementAnswered(db, { attempt, answer, cause: 'provider', ...told, events })
      if (!outcome) return undefined
      noteUnmapped(dependencies, attempt, answer)
      return { outcome: 'created', status: outcome.status, unmapped: outcome.statusUnmapped, provider }
    },
    recordRefusal: (attempt, { kind, message, ...refusal }) =>
      recordDisbursementNotMade(db, attempt, {
        ...refusal,
        outcome: 'refused',
        errorKind: kind,
        errorMessage: message,
      }),
    recordUnknown: (attempt, run, unknown) => recordDisbursementUnknown(db, attempt, run, unknown),
    release: (attempt, run, change, error) =>
      releaseDisbursementAttempt(db, attempt, run, { ...change, event: notYetEvent(attempt, error) }),
    saveJournal: (attempt, run, sealedJournal) => saveDisbursementJournal(db, attempt, run, sealedJournal),
    flagMismatch: async ({ disbursementId }) =>
      void (await flagDisbursementAttention(db, disbursementId, 'amountMismatch')),
    forgetWhatWasSent: async () => undefined,
  }
  return attemptActivity(dependencies, disbursement)
}

/** Readings of some providers lag by minutes. A payment of this age is shown. */
const YOUNG_MS = 5 * 60_000

/** The longest wait for this reading, which is needed only if the refund's answer is lost. */
const LONGEST_READ_MS = 4_000

/** The payment's refunded total before a partial refund is sent. If the answer is lost, the difference shows whether it was paid. */
async function givenBack(snapshot: DisbursementSnapshot, connection: Connection): Promise<number | null> {
  const { disbursement, payment } = snapshot
  if (!payment || disbursement.amount >= payment.amount) return null
  return Promise.race([readReturned(connection, snapshot), sleep(LONGEST_READ_MS, null, { ref: false })])
}
