/** From a provider's transaction, in its words, to ours; and the checks that make an answer trustworthy. */
import { maskCardNumbers } from '../../domain/card-number.ts'
import { isRefused, meaningOfRefund } from '../../domain/charge.ts'
import { defined } from '../../domain/defined.ts'
import { OUR_MESSAGES, ourMessage } from '../../domain/our-messages.ts'
import { asksForAnother } from '../../domain/pix-code.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import type { TransactionReading, TransactionRequest, TransactionResult } from '../../domain/transaction.ts'
import type { AmountCodec } from './amounts.ts'
import { readInstant } from './expiry.ts'
import type { TransactionAnswer } from './spec.ts'
import { isAsked, isReturn, readStatus, type StatusTable } from './statuses.ts'

export interface Words<Amount> {
  readonly statuses: StatusTable
  readonly amounts: AmountCodec<Amount>
}

/**
 * @param expiresAt used where the provider does not say when the code expires.
 * @throws ProviderError Mismatch when amount, reference or what the Pix code asks for differ from the request; MalformedResponse when a Pix charge that
 *   or boleto that waits to be paid has no code.
 */
export function toResult<Amount>(
  answer: TransactionAnswer<Amount>,
  request: TransactionRequest,
  expiresAt: string | undefined,
  words: Words<Amount>,
): TransactionResult {
  const { paymentMethod, reference } = request
  const amount = answer.amount == null ? request.amount : words.amounts.read(answer.amount)
  expectSame('amount', amount, request.amount)
  if (answer.reference != null) expectSame('reference', answer.reference, reference)

  const status =
    answer.rawStatus === undefined ? { status: 'PENDING' as const } : readStatus(words.statuses, answer.rawStatus)
  const refused = status.status !== null && isRefused(status.status)
  if (!refused) expectCode(request, answer)
  const expiry = readInstant(answer.expiresAt) ?? expiresAt
  return {
    paymentMethod,
    transactionId: toId(answer.transactionId),
    amount,
    ...status,
    ...codeFields(answer),
    ...defined({ expiresAt: expiry, refusal: refused && answer.refusal ? maskCardNumbers(answer.refusal) : undefined }),
  }
}

/** A charge without a code cannot be paid, and one whose code asks for another amount would be paid wrongly. */
function expectCode(
  { paymentMethod, amount }: TransactionRequest,
  { pixCode, billetCode, billetUrl }: TransactionAnswer<unknown>,
): void {
  if (paymentMethod === 'PIX' && !pixCode) throw new ProviderError('MalformedResponse', OUR_MESSAGES.noPixCode)
  if (asksForAnother(pixCode, amount)) {
    throw new ProviderError('Mismatch', OUR_MESSAGES.pixCodeOfOtherAmount)
  }
  if (paymentMethod === 'BILLET' && !billetCode && !billetUrl) {
    throw new ProviderError('MalformedResponse', OUR_MESSAGES.noBoleto)
  }
}

/** @throws ProviderError Mismatch when the answer is about another transaction; MalformedResponse when it has no status. */
export function toReading<Amount>(
  answer: TransactionAnswer<Amount>,
  expected: { transactionId?: string; reference?: string },
  words: Words<Amount>,
): TransactionReading {
  const transactionId = toId(answer.transactionId)
  if (expected.transactionId !== undefined) expectSame('transaction id', transactionId, expected.transactionId)
  if (expected.reference !== undefined) expectSame('reference', answer.reference, expected.reference)
  if (answer.rawStatus === undefined) throw new ProviderError('MalformedResponse', OUR_MESSAGES.noStatus)
  const expiresAt = readInstant(answer.expiresAt)
  const said = readStatus(words.statuses, answer.rawStatus)
  const sums = {
    ...defined({ amount: answer.amount == null ? undefined : words.amounts.read(answer.amount) }),
    ...returnedOf(answer, words),
  }
  return {
    transactionId,
    ...said,
    status: said.status && meaningOfRefund(said.status, sums),
    ...defined({ isReturn: isReturn(words.statuses, answer.rawStatus) ? true : undefined }),
    ...sums,
    ...defined({ takenBack: answer.takenBack === undefined ? undefined : words.amounts.read(answer.takenBack) }),
    ...defined({ partlyPaid: answer.partlyPaid === undefined ? undefined : words.amounts.read(answer.partlyPaid) }),
    ...codeFields(answer),
    ...defined({ expiresAt, reference: answer.reference || undefined, further: listed(answer.further) }),
    ...disputeOf(answer, words.statuses),
  }
}

const listed = (names: readonly string[] | undefined) => (names?.length ? names : undefined)

function disputeOf({ dispute, rawStatus }: TransactionAnswer<unknown>, statuses: StatusTable) {
  const asked = isAsked(statuses, rawStatus)
  if (!dispute && !asked) return {}
  const dueAt = readInstant(dispute?.dueAt)
  const isLost = dispute?.isLost ? (true as const) : undefined
  return { dispute: defined({ dueAt, isLost, isAsked: asked ? (true as const) : undefined }) }
}

/** A zero next to a word for refunds does not say how much was refunded. */
function returnedOf<Amount>({ returned: value, rawStatus }: TransactionAnswer<Amount>, words: Words<Amount>) {
  if (value == null) return {}
  const returned = words.amounts.read(value)
  return returned === 0 && isReturn(words.statuses, rawStatus ?? '') ? {} : { returned }
}

function codeFields({ pixCode, pixImage, billetCode, billetUrl }: TransactionAnswer<unknown>) {
  const image = readImage(pixImage)
  return defined({
    pixCode: pixCode || undefined,
    pixQrCode: image,
    billetCode: billetCode || undefined,
    billetUrl: isWebAddress(billetUrl) ? billetUrl : undefined,
  })
}

function isWebAddress(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value)
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/** A PNG's Base64 becomes a data URL; an image data URL or an https address stays; anything else is no image. */
function readImage(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  if (/^(?:https:\/\/|data:image\/)/.test(value)) return value
  const base64 = value.replace(/\s/g, '')
  return BASE64.test(base64) ? `data:image/png;base64,${base64}` : undefined
}

export function toId(value: string | number): string {
  const id = String(value)
  if (id === '') throw new ProviderError('MalformedResponse', OUR_MESSAGES.noId)
  return id
}

/** The values stay out of the message: knowing the id may be enough to read a transaction. */
export function expectSame(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new ProviderError('Mismatch', ourMessage('another', { what }))
}

/** Reads an optional amount in cents, in no documented form. @returns undefined where it is not an amount. */
export const wholeCents = (stated: unknown): number | undefined =>
  typeof stated === 'number' && Number.isSafeInteger(stated) && stated >= 0 ? stated : undefined
