/** What every adapter's webhook goes through: parse without trusting, translate, and never throw but ProviderError. */
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { bringsMoney } from '../../domain/charge.ts'
import { defined } from '../../domain/defined.ts'
import type { Cents } from '../../domain/money.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import type { Credentials, IncomingWebhook, WebhookEvent } from '../contract.ts'
import { type AmountCodec, readAmount } from './amounts.ts'
import type { Words } from './answers.ts'
import { parseForm, parseJson, readText } from './json.ts'
import { equal } from './proof.ts'
import { cleanWord, isReturn, readStatus, type StatusTable, type Table, type WithdrawStatusTable } from './statuses.ts'
import type { EitherMeaning, WebhookMeaning, WebhookSpec, WithdrawMeaning } from './webhook-spec.ts'

interface WebhookWords<Amount> extends Words<Amount> {
  readonly withdrawStatuses: WithdrawStatusTable
  /** Absent where the provider has no withdrawals. */
  readonly withdraw?: object | undefined
}

const ABOUT_NOTHING = { type: 'IGNORED', reason: 'Not about a transaction' } as const

/** Ids as providers make them: visible characters, of limited length. Anything else is not a provider's id. */
const PLAUSIBLE_ID = /^[\x21-\x7e]{1,200}$/

/** The most formatting whitespace allowed in a probe, in characters. */
const MAX_PROBE_SPACE = 200

/** Only the probe's own fields: a webhook with more fields is not a probe. */
export function isProbe(spec: Pick<WebhookSpec<TSchema>, 'probe'> | undefined, { body }: IncomingWebhook): boolean {
  if (spec?.probe === undefined) return false
  const probe = JSON.stringify(spec.probe)
  return body.length <= probe.length + MAX_PROBE_SPACE && JSON.stringify(parseJson(body)) === probe
}

type Proving = Pick<WebhookSpec<TSchema>, 'repeated' | 'verify' | 'provedBy'>

/** Whether a webhook can be verified by anything besides its address. */
export function canVerifyWebhook(spec: Proving | undefined, credentials: Credentials): boolean {
  return Boolean((spec?.repeated ?? spec?.verify) && credentials[spec?.provedBy ?? 'webhookSecret'])
}

/** A missing secret, or a provider that signs nothing, never means that the webhook is proved. */
export function verifyWebhook(spec: Proving | undefined, webhook: IncomingWebhook, credentials: Credentials): boolean {
  const secret = credentials[spec?.provedBy ?? 'webhookSecret']
  if (!secret) return false
  try {
    if (spec?.repeated) return equal(spec.repeated(webhook) ?? '', secret)
    return spec?.verify?.(webhook, secret) ?? false
  } catch {
    return false
  }
}

/** @throws ProviderError MalformedResponse when the body is not JSON, or trips the adapter. */
export function translateWebhook<Schema extends TSchema, Amount>(
  spec: WebhookSpec<Schema>,
  words: WebhookWords<Amount>,
  webhook: IncomingWebhook,
): WebhookEvent {
  const body = spec.format === 'form' ? parseForm(webhook.body) : parseJson(webhook.body)
  if (body === undefined) throw new ProviderError('MalformedResponse', 'The webhook is not JSON')
  try {
    const meaning = Value.Check(spec.body, body) ? spec.translate(body, webhook) : undefined
    return meaning === undefined ? ABOUT_NOTHING : eventOf(meaning, words)
  } catch (error) {
    if (error instanceof ProviderError) throw error
    throw new ProviderError('MalformedResponse', 'The webhook could not be understood', { cause: error })
  }
}

/** More than a bank puts into one delivery within the size limit. A body with more parts is treated as an attack. */
const MOST_PARTS = 1_000

/**
 * One webhook per transaction in it. A body that cannot be split is left whole for translateWebhook to judge.
 * @throws ProviderError InvalidRequest when it holds more than MOST_PARTS.
 */
export function splitWebhook<Schema extends TSchema>(
  spec: WebhookSpec<Schema> | undefined,
  webhook: IncomingWebhook,
): readonly IncomingWebhook[] {
  if (!spec?.split) return [webhook]
  const body = parseJson(webhook.body)
  const bodies = Value.Check(spec.body, body) ? spec.split(body) : []
  if (bodies.length > MOST_PARTS) {
    throw new ProviderError('InvalidRequest', `The webhook tells of more than ${MOST_PARTS} movements`)
  }
  return bodies.length > 1 ? bodies.map((part) => ({ ...webhook, body: JSON.stringify(part) })) : [webhook]
}

function eventOf<Amount>(
  meaning: WebhookMeaning | WithdrawMeaning | EitherMeaning,
  words: WebhookWords<Amount>,
): WebhookEvent {
  if (!('withdrawId' in meaning)) return toEvent(meaning, words)
  const withdrawal = words.withdraw === undefined ? ABOUT_NOTHING : toWithdrawEvent(meaning, words)
  if (!('transactionId' in meaning)) return withdrawal
  const event = toEvent({ ...meaning, amount: meaning.amount ?? meaning.chargeAmount }, words)
  const isEither = event.type === 'TRANSACTION' && withdrawal.type === 'WITHDRAW'
  return isEither ? { ...event, orWithdrawal: withdrawal } : event
}

function toWithdrawEvent<Amount>(meaning: WithdrawMeaning | EitherMeaning, words: WebhookWords<Amount>): WebhookEvent {
  const withdrawId = readId(meaning.withdrawId)
  if (withdrawId === undefined) return { type: 'IGNORED', reason: 'No withdrawal id' }
  const refusal = readText(meaning.refusal)
  return {
    type: 'WITHDRAW',
    withdrawId,
    ...defined({ reference: readId(meaning.reference) }),
    ...readMeaning(meaning, words.withdrawStatuses),
    ...defined({
      amount: statedAmount(meaning.amount, words.amounts),
      orAmount: statedAmount(meaning.orAmount, words.amounts),
      refusal: refusal ? cleanWord(refusal) : undefined,
    }),
  }
}

function toEvent<Amount>(meaning: WebhookMeaning | EitherMeaning, { statuses, amounts }: Words<Amount>): WebhookEvent {
  const transactionId = readId(meaning.transactionId)
  if (transactionId === undefined) return { type: 'IGNORED', reason: 'No transaction id' }
  const reference = readId(meaning.reference)
  const read = readMeaning(meaning, statuses)
  const isPayment = read.status !== null && bringsMoney(read.status)
  const stated = isPayment ? [meaning.amount, meaning.orAmount] : []
  const [amount, orAmount] = stated.map((value) => statedAmount(value, amounts))
  return {
    type: 'TRANSACTION',
    transactionId,
    ...defined({ reference }),
    ...read,
    ...defined({ amount, orAmount, isPart: meaning.isPart, furtherId: readId(meaning.furtherId) }),
    ...readReturn(meaning, statuses, amounts),
  }
}

function readReturn<Amount>(meaning: WebhookMeaning, statuses: StatusTable, amounts: AmountCodec<Amount>) {
  const isAnyReturn = meaning.isReturn || isReturn(statuses, readText(meaning.rawStatus))
  const returned = statedAmount(meaning.returned, amounts)
  return defined({ isReturn: isAnyReturn ? (true as const) : undefined, returned: returned || undefined })
}

/** An unreadable amount is ignored: the transaction is read instead. */
function statedAmount<Amount>(value: unknown, amounts: AmountCodec<Amount>): Cents | undefined {
  return typeof value === 'number' || typeof value === 'string' ? readAmount(amounts, value as Amount) : undefined
}

function readMeaning<Status extends string, Unknown extends Status | null>(
  {
    rawStatus,
    status,
    unmapped,
  }: { readonly rawStatus?: unknown; readonly status?: Status; readonly unmapped?: boolean },
  statuses: Table<Status, Unknown>,
) {
  const word = readText(rawStatus)
  if (status) {
    const said = word === undefined ? undefined : cleanWord(word)
    return { status, ...defined({ rawStatus: said, unmapped: unmapped && said !== undefined ? true : undefined }) }
  }
  return word === undefined ? { status: null } : readStatus(statuses, word)
}

function readId(value: unknown): string | undefined {
  const text = readText(value)
  return text !== undefined && PLAUSIBLE_ID.test(text) ? text : undefined
}
