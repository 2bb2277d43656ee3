/**
 * Translates stored provider messages again with the current tables. A message whose meaning has changed is processed as if it had just
 * arrived. Safe to repeat, and to stop at any time.
 */
import type { Database } from '../db/client.ts'
import { appendAudit } from '../db/queries/access/audit.ts'
import { applyTransition } from '../db/queries/charge/transitions.ts'
import { applyDisbursementTransition } from '../db/queries/disbursement/transitions.ts'
import { makeDue } from '../db/queries/reading/due.ts'
import { reviveWebhookEvent, type WebhookEventRow } from '../db/queries/webhook/events.ts'
import { findChargeOf, findWithdrawalOf } from '../db/queries/webhook/inbox.ts'
import {
  translatedWebhooks,
  type UnmappedCharge,
  type UnmappedWithdrawal,
  unmappedCharges,
  unmappedWithdrawals,
  withdrawalStanding,
} from '../db/queries/webhook/retranslate.ts'
import { type ChargeStatus, canMove, isSettled } from '../domain/charge.ts'
import { canDisbursementMove, type DisbursementStatus, isPaidOut } from '../domain/disbursement.ts'
import { ProviderError } from '../domain/provider-error.ts'
import { findProvider } from '../providers/index.ts'
import { readingEventId } from '../workflows/messages.ts'
import { deliverWebhookEvent, type InboxDependencies } from './deliver.ts'
import { meant } from './meant.ts'
import { notifyWithdrawal } from './notify.ts'
import { canBeRead } from './proven.ts'
import { asWithdrawal, canWithdrawalBeRead } from './proven-withdrawal.ts'
import { translate } from './translate.ts'

const BATCH = 200
const FIRST = '00000000-0000-0000-0000-000000000000'
const BY = 'npm run retranslate'

/** A stored message that now means another status than its movement has. */
export interface Retranslation {
  /** In the format of workflow ids: `charge/<id>` or `withdrawal/<id>`. */
  movement: string
  from: ChargeStatus | DisbursementStatus
  to: ChargeStatus | DisbursementStatus
  provider: string
  rawStatus: string | null
  /** The webhook, or the event of the movement's history, that has another meaning now. */
  because: `webhook/${string}` | `event/${string}`
}

interface Found {
  what: Retranslation
  apply(): Promise<void>
}

export interface RetranslateOptions {
  apply: boolean
  /** Webhooks up to this id were processed before. */
  after?: string
  onFound(what: Retranslation): void
  /** Called after each batch of webhooks with the id to continue after. */
  onProgress(lastId: string): void
}

/** @returns how many changes were found. */
export async function retranslate(dependencies: InboxDependencies, options: RetranslateOptions): Promise<number> {
  // A webhook takes precedence over an answer, because it is delivered to the workflow, which asks the provider.
  const found = new Set<string>()
  let count = 0
  const take = async (news: Found | undefined, isSecond = false) => {
    if (!news || (isSecond && found.has(news.what.movement))) return
    found.add(news.what.movement)
    count += 1
    options.onFound(news.what)
    if (options.apply) await news.apply()
  }
  const db = dependencies.database.writer
  for (let after = options.after ?? FIRST, isMore = true; isMore; ) {
    const rows = await translatedWebhooks(db, after, BATCH)
    for (const row of rows) await take(await newsIn(dependencies, row))
    after = rows.at(-1)?.id ?? after
    isMore = rows.length === BATCH
    if (rows.length > 0) options.onProgress(after)
  }
  await eachOf(unmappedCharges, (row) => take(meaningNow(dependencies, row), true))
  await eachOf(unmappedWithdrawals, (row) => take(withdrawalMeaningNow(dependencies, row), true))
  return count

  async function eachOf<Row extends { id: string }>(
    page: (db: Database, after: string, limit: number) => Promise<Row[]>,
    run: (row: Row) => Promise<void>,
  ): Promise<void> {
    for (let after = FIRST, isMore = true; isMore; ) {
      const rows = await page(db, after, BATCH)
      for (const row of rows) await run(row)
      after = rows.at(-1)?.id ?? after
      isMore = rows.length === BATCH
    }
  }
}

/** A webhook with another meaning now, if its movement may still move to that status. */
async function newsIn(dependencies: InboxDependencies, row: WebhookEventRow): Promise<Found | undefined> {
  const said = translate(row)
  if (said instanceof ProviderError || said.type === 'IGNORED') return undefined
  const about = (row.type === 'WITHDRAW' ? asWithdrawal(said) : undefined) ?? said
  if (about.status === null || about.unmapped) return undefined
  const { writer } = dependencies.database
  const event = about.type === 'WITHDRAW' ? about : (await meant(writer, row, about))?.about
  if (!event || event.status === null) return undefined
  const names = event.type === 'WITHDRAW' ? event.withdrawId : event.transactionId
  if (row.status === event.status && row.transactionId === names) return undefined
  const standing = await standingOf(writer, row, event)
  if (!standing) return undefined
  const { movement, from } = standing
  const what = {
    movement,
    from,
    to: event.status,
    provider: row.provider,
    rawStatus: event.rawStatus ?? null,
    because: `webhook/${row.id}`,
  } as const
  const apply = async () => {
    await note(dependencies, row.platformId, what)
    await reviveWebhookEvent(writer, row.platformId, row.id)
    await deliverWebhookEvent(dependencies, row.id)
  }
  return { what, apply }
}

type News = Exclude<Exclude<ReturnType<typeof translate>, ProviderError>, { type: 'IGNORED' }>

/** A charge's notice is about one of its payments, whatever its others are. */
async function standingOf(
  db: Database,
  { providerAccountId }: WebhookEventRow,
  event: News,
): Promise<{ movement: string; from: ChargeStatus | DisbursementStatus } | undefined> {
  if (event.type === 'WITHDRAW') {
    const found = await findWithdrawalOf(db, providerAccountId, event)
    const standing = found && (await withdrawalStanding(db, found.disbursementId))
    if (!standing || event.status === null || standing.status === event.status) return undefined
    if (!canDisbursementMove(standing.status, event.status, standing.statusUnmapped)) return undefined
    return { movement: `withdrawal/${found.disbursementId}`, from: standing.status }
  }
  const payment = await findChargeOf(db, providerAccountId, event)
  if (!payment || event.status === null || !canMove(payment.status, event.status)) return undefined
  return { movement: `charge/${payment.chargeId}`, from: payment.status }
}

/**
 * An unmapped word in an answer that ended the charge. Where the provider is still read, it is read now. A charge that still runs is skipped, because its provider is asked again and the
 * current tables then apply.
 */
function meaningNow(dependencies: InboxDependencies, charge: UnmappedCharge): Found | undefined {
  const { id: chargeId, platformId, provider, status: from, eventId, rawStatus } = charge
  const to = findProvider(provider).meaningOf(rawStatus)
  if (to === null || !isSettled(from) || !canMove('PENDING', to)) return undefined
  const what = { movement: `charge/${chargeId}`, from, to, provider, rawStatus, because: `event/${eventId}` } as const
  const apply = async () => {
    await note(dependencies, platformId, what)
    const db = dependencies.database.writer
    // The amount of an unknown word was not compared.
    if (canBeRead(provider) && (await makeDue(db, { kind: 'charge', id: chargeId }))) return
    const key = `retranslate/${eventId}`
    await applyTransition(db, { chargeId, to, cause: 'poll', key, rawStatus, whileUnmapped: true })
  }
  return { what, apply }
}

/**
 * The same of a withdrawal, which is read at once where its provider can be asked. Elsewhere only the word that it failed ends it: the
 * amount beside an unknown word was not compared, so an operator says whether it was paid.
 */
function withdrawalMeaningNow(dependencies: InboxDependencies, withdrawal: UnmappedWithdrawal): Found | undefined {
  const { id: disbursementId, platformId, provider, status: from, eventId, rawStatus } = withdrawal
  const to = findProvider(provider).withdrawMeaningOf(rawStatus)
  const isRead = canWithdrawalBeRead(provider)
  if (to === null || !canDisbursementMove(from, to, true) || (isPaidOut(to) && !isRead)) return undefined
  const because = `event/${eventId}` as const
  const what = { movement: `withdrawal/${disbursementId}`, from, to, provider, rawStatus, because }
  const apply = async () => {
    await note(dependencies, platformId, what)
    const db = dependencies.database.writer
    if (isRead && (await makeDue(db, { kind: 'withdrawal', id: disbursementId }))) return
    if (isPaidOut(to)) return
    const key = `retranslate/${eventId}`
    await applyDisbursementTransition(db, { disbursementId, to, cause: 'poll', key, rawStatus, whileUnmapped: true })
    await notifyWithdrawal(
      dependencies.temporal,
      { disbursementId, platformId, provider },
      { eventId: readingEventId(eventId) },
    )
  }
  return { what, apply }
}

/** Written to the audit log before the change, so that an interrupted change is recorded too. */
async function note({ database }: InboxDependencies, platformId: string, what: Retranslation): Promise<void> {
  const { movement: target, ...detail } = what
  await appendAudit(database.writer, platformId, { actor: BY, action: 'retranslate', target, detail })
}
