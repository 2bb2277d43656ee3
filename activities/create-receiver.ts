/** Opens a receiver at its provider, at most once. A second sub-account would move no money, but could never be closed. */
import { seal } from '../config/seal.ts'
import {
  claimReceiver,
  loadReceiver,
  type ReceiverSnapshot,
  recordReceiverCreated,
  recordReceiverRefused,
  recordReceiverTrouble,
  saveReceiverJournal,
} from '../db/queries/receiver/attempts.ts'
import { recordReceiverLate } from '../db/queries/receiver/late-answers.ts'
import { hasAnswer, isUnclaimed } from '../domain/attempt.ts'
import { defined } from '../domain/defined.ts'
import { OUR_MESSAGES } from '../domain/our-messages.ts'
import { isNotProcessed, isRefusal, ProviderError } from '../domain/provider-error.ts'
import type { ReceiverDocument, ReceiverRequest, ReceiverResult, ReceiverStatus } from '../domain/receiver.ts'
import { type Connections, openConnection } from '../gateway/connection.ts'
import { drive, type Journal } from '../gateway/drive.ts'
import { type AttemptJournal, hasAcceptedMoney, openJournal } from '../gateway/journal.ts'
import type { Risk } from '../providers/contract.ts'
import { getFile } from '../storage/transfer.ts'
import { readingEventId } from '../workflows/messages.ts'
import type { ActivityDependencies } from './context.ts'
import { notSentForNow, toFailure } from './failures.ts'
import { noteSending, withHeartbeat } from './heartbeat.ts'
import { receiverWordNoter } from './receiver-words.ts'
import { assertNotBegun, isForgotten, newRun, retryWrite, runId, unknown } from './sending.ts'
import { workflowTeller } from './tell-workflow.ts'
import { readerWaker } from './wake-reader.ts'

export type ReceiverOutcome =
  | { outcome: 'created'; status: ReceiverStatus; receiverId: string }
  | { outcome: 'refused'; message: string }
  /** The receiver's row is gone: its requester was told that it was not made. */
  | { outcome: 'abandoned' }

/**
 * @throws ApplicationFailure NotSent and RateLimited, which may be retried. After any other kind the outcome is unknown.
 */
export function createReceiver(dependencies: ActivityDependencies, connections: Connections) {
  const db = dependencies.database.writer
  const wake = readerWaker(dependencies)
  const noteWord = receiverWordNoter(dependencies)
  const { tell } = workflowTeller(dependencies)
  return ({ receiverId }: { receiverId: string }) => withHeartbeat(() => run(receiverId))

  async function run(id: string): Promise<ReceiverOutcome> {
    const snapshot = await loadReceiver(db, id)
    if (!snapshot) {
      assertNotBegun()
      return { outcome: 'abandoned' }
    }
    const known = knownOutcome(snapshot)
    if (known) return known
    const { creation: state, claimedBy } = snapshot.receiver
    if (isForgotten({ state, claimedBy })) throw begun()
    const journal = openReceiverJournal(snapshot)
    try {
      const connection = await openConnection(connections, snapshot.account, snapshot.platform, {
        now: new Date(snapshot.receiver.createdAt).toISOString(),
        id,
      })
      const webhookUrl = dependencies.webhookUrl(snapshot.account)
      const request = { ...requestOf(snapshot), webhookUrl, documents: await documentsOf(snapshot) }
      const steps = connection.provider.createReceiver(request, connection.context)
      return await succeed(snapshot, await drive(connection, steps, journal.asMoney()), journal.exchange())
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      return fail(snapshot, error, journal)
    }
  }

  async function succeed(
    { receiver: { id }, account }: ReceiverSnapshot,
    { receiverId, receiverToken, status, balance, unknownWord }: ReceiverResult,
    exchange: ReturnType<AttemptJournal['exchange']>,
  ): Promise<ReceiverOutcome> {
    const made = {
      receiverId,
      sealedReceiverToken: receiverToken === undefined ? null : seal(receiverToken, dependencies.sealKey),
      status,
      balance: balance ?? null,
      exchange,
      workflowRunId: runId(),
    }
    const { isAsked, isFirst } = await retryWrite(async () => ({
      isAsked: (await loadReceiver(db, id))?.receiver.attention !== null,
      isFirst: await recordReceiverCreated(db, id, made),
    }))
    if (!isFirst) await recordReceiverLate(db, id, made)
    await noteWord(id, account.provider, unknownWord)
    wake(account)
    // The workflow no longer waits for this run, but for an operator.
    if (isAsked || !isFirst) await tell({ kind: 'receiver', id }, readingEventId(status))
    return isFirst ? { outcome: 'created', status, receiverId } : standing(id)
  }

  /** What the row says after another run has ended the creation. */
  async function standing(id: string): Promise<ReceiverOutcome> {
    const now = await loadReceiver(db, id)
    const known = now && knownOutcome(now)
    if (!known) throw unknown(OUR_MESSAGES.creationEnded)
    return known
  }

  /**
   * A refusal ends the creation, unless the provider has already opened the receiver. If the request was certainly not processed, it
   * is retried from the answers already recorded. Otherwise the outcome is unknown.
   */
  async function fail(
    { receiver: { id } }: ReceiverSnapshot,
    error: ProviderError,
    journal: ReceiverJournal,
  ): Promise<ReceiverOutcome> {
    const { kind, message } = error
    const sealedJournal = journal.sealed()
    const isRefused = isRefusal(kind)
    if (isRefused && !hasAcceptedMoney(sealedJournal, dependencies.sealKey)) {
      const refusal = { message, run: journal.run(), exchange: journal.exchange(), workflowRunId: runId() }
      return (await retryWrite(() => recordReceiverRefused(db, id, refusal)))
        ? { outcome: 'refused', message }
        : standing(id)
    }
    // After a Mismatch the provider would answer with the other receiver's id again.
    const again = isRefused || isNotProcessed(kind) || (kind !== 'Mismatch' && journal.mayGoOn())
    const kept = { sealedJournal, exchange: journal.exchange(), failureMessage: message }
    await retryWrite(() => recordReceiverTrouble(db, id, { again, run: journal.run(), ...kept }))
    // A refused step is refused again until an operator has changed something at the provider or in the account's keys.
    if (isRefused) throw notSentForNow(message)
    throw toFailure(again && !isNotProcessed(kind) ? new ProviderError('NotSent', message) : error, again)
  }

  function openReceiverJournal({ receiver }: ReceiverSnapshot): ReceiverJournal {
    const run = newRun()
    let claimed = false
    let journal: AttemptJournal | undefined
    let lastRisk: Risk = 'read'
    const save = (sealedJournal: string) => retryWrite(() => saveReceiverJournal(db, receiver.id, run, sealedJournal))
    const claim = async (sealedJournal: string | null) => {
      if (claimed) return sealedJournal === null ? undefined : save(sealedJournal)
      claimed = await claimReceiver(db, receiver.id, run)
      if (!claimed) throw new ProviderError('OutcomeUnknown', OUR_MESSAGES.creationSending)
      noteSending(run)
    }
    return {
      asMoney: () => {
        journal = openJournal({
          sealedJournal: receiver.sealedJournal,
          exchange: receiver.exchange,
          sealKey: dependencies.sealKey,
          claim,
          save,
        })
        return asMoney(journal, (risk) => {
          lastRisk = risk
        })
      },
      exchange: () => journal?.exchange() ?? receiver.exchange,
      sealed: () => journal?.sealed() ?? receiver.sealedJournal,
      mayGoOn: () => lastRisk === 'read' || (lastRisk === 'repeatable' && journal?.moneyAccepted() === true),
      run: () => (claimed ? run : undefined),
    }
  }

  /** The files are loaded only here: neither the database nor Temporal ever holds identity documents. */
  async function documentsOf({ receiver }: ReceiverSnapshot): Promise<Partial<Record<ReceiverDocument, string>>> {
    const keys = Object.entries(receiver.documents ?? {})
    const files = keys.map(async ([name, key]) => [name, (await getFile(dependencies.storage, key)).toString('base64')])
    try {
      return Object.fromEntries(await Promise.all(files))
    } catch (cause) {
      throw new ProviderError('NotSent', OUR_MESSAGES.documentNotThere, { cause })
    }
  }
}

interface ReceiverJournal extends Pick<AttemptJournal, 'exchange' | 'sealed'> {
  asMoney(): Journal
  /** Repeating the last request opens no second receiver: it is a read, or a repeatable step after the receiver was opened. */
  mayGoOn(): boolean
  /** This run, if it has committed that it is sending. */
  run(): string | undefined
}

/** Treats every request that is not a read as a money request, so that it is claimed first. */
function asMoney(journal: AttemptJournal, declared: (risk: Risk) => void): Journal {
  const careful = <Request extends { risk: Risk }>(request: Request): Request =>
    request.risk === 'read' ? request : { ...request, risk: 'money' }
  return {
    recall: journal.recall,
    beforeSend: (step, request) => {
      declared(request.risk)
      return journal.beforeSend(step, careful(request))
    },
    answered: (step, request, ...rest) => journal.answered(step, careful(request), ...rest),
    failed: (step, request, ...rest) => journal.failed(step, careful(request), ...rest),
  }
}

function knownOutcome({ receiver }: ReceiverSnapshot): ReceiverOutcome | undefined {
  const { creation, receiverId, status, failureMessage } = receiver
  if (receiverId !== null) return { outcome: 'created', status, receiverId }
  if (hasAnswer(creation)) return { outcome: 'refused', message: failureMessage ?? '' }
  if (isUnclaimed(creation)) return undefined
  throw begun()
}

const begun = () => unknown(OUR_MESSAGES.creationBegun)

function requestOf({ receiver }: ReceiverSnapshot): ReceiverRequest {
  const { id, name, document, documentType, email, description, address, bankAccount, userId, providerData } = receiver
  return {
    name,
    document,
    documentType,
    email,
    address,
    bankAccount,
    reference: id.replaceAll('-', ''),
    ...defined({
      description: description ?? undefined,
      userId: userId ?? undefined,
      providerData: providerData ?? undefined,
    }),
  }
}
