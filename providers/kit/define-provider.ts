/** Turns a declarative spec into the provider that the rest of the product sees. */
import type { TSchema } from 'typebox'
import type { CardData } from '../../domain/card.ts'
import { defined } from '../../domain/defined.ts'
import { MESSAGES } from '../../domain/messages.ts'
import type { Currency } from '../../domain/money.ts'
import { OUR_MESSAGES } from '../../domain/our-messages.ts'
import {
  PAYMENT_METHODS,
  type PaymentMethod,
  WITHDRAW_METHODS,
  type WithdrawMethod,
} from '../../domain/payment-method.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import { OPERATIONS, type Operation } from '../../domain/provider-operations.ts'
import type { TransactionRequest } from '../../domain/transaction.ts'
import type { WithdrawRequest } from '../../domain/withdrawal.ts'
import type { CredentialPart, Idempotency, Provider, Steps } from '../contract.ts'
import { toReading, toResult } from './answers.ts'
import { asLookup } from './as-lookup.ts'
import { toBalance } from './balances.ts'
import { openCard, sealCard } from './card-vault.ts'
import { type CredentialsOf, parseCredentials } from './credentials.ts'
import {
  assertComplete,
  assertDocumentType,
  assertWhole,
  toReceiver,
  toReceiverReading,
  toWithdrawal,
} from './disbursements.ts'
import { addSeconds, DAY } from './expiry.ts'
import { accessesOf, flowStarter } from './flows.ts'
import { parseJson } from './json.ts'
import { settingsOf } from './platform-settings.ts'
import { refundWindows, tellsOfRefunds, usualEnd } from './refund-abilities.ts'
import { toRefund } from './refunds.ts'
import type { Flow, ProviderSpec, UnsupportedMessages, WithdrawAnswer } from './spec.ts'
import { readStatus, type Table, withGenericWords, withTypicalWords } from './statuses.ts'
import { canVerifyWebhook, isProbe, splitWebhook, translateWebhook, verifyWebhook } from './webhooks.ts'
import type { Wire } from './wire.ts'

const REAIS: readonly Currency[] = ['BRL']
const NO_IDEMPOTENCY: Idempotency = { type: 'none' }

/** A name that no address will ever have (RFC 2606): it stands where the provider's own is not known. */
const PLACEHOLDER = /^https:\/\/[^/]+\.invalid(?:\/|$)/

/** What each word of the table means; null for any other. */
const meaningIn =
  <Status extends string>(table: Table<Status, Status | null>) =>
  (word: string): Status | null => {
    const { status, unmapped } = readStatus(table, word)
    return unmapped ? null : status
  }

/** An operation that the spec lacks is unsupported; what it has decides the capabilities. */
export function defineProvider<
  const Parts extends readonly CredentialPart[],
  Amount extends number | string,
  Webhook extends TSchema,
>(declared: ProviderSpec<Parts, Amount, Webhook>): Provider {
  const spec = {
    ...declared,
    statuses: withTypicalWords(declared.statuses),
    withdrawStatuses: withGenericWords(declared.withdrawStatuses),
  }
  const { code, idempotency, refundIdempotency = NO_IDEMPOTENCY, withdrawIdempotency = NO_IDEMPOTENCY } = spec
  const { currencies = REAIS } = spec
  const startFlow = flowStarter(spec)
  const accesses = accessesOf(spec, startFlow)
  const lacks = (...names: readonly (keyof UnsupportedMessages)[]): never => {
    const message = names.map((name) => spec.unsupported?.[name]).find(Boolean)
    throw new ProviderError('NotSupported', message ?? MESSAGES.methodNotImplemented)
  }
  const creationOf = (method: TransactionRequest['paymentMethod']) =>
    spec.createTransaction?.[method] ?? lacks(method, 'createTransaction')
  const withdrawalBy = (method: WithdrawMethod) => spec.withdraw?.[method] ?? lacks(`withdraw:${method}`, 'withdraw')

  // A card can be absent where its provider has words for that.
  const namesReceiver = (card: CardData | undefined) => card?.receiverId !== undefined && !spec.receiverTokens

  const can = (operation: unknown, methods: readonly PaymentMethod[] | undefined) => (method: PaymentMethod) =>
    operation !== undefined && spec.createTransaction?.[method] !== undefined && (methods?.includes(method) ?? true)
  const isCancelable = can(spec.cancelTransaction, spec.cancelMethods)
  const isRefundable = can(spec.refund, spec.refundMethods)

  const isWholeOnly = (method: PaymentMethod) =>
    spec.refundsWholeOnly === true || spec.refundsWholeOnly?.includes(method) === true
  const refundEnd = spec.refund ? (spec.refundEnd ?? usualEnd(spec)) : null
  const isPartlyRefundable = (method: PaymentMethod) => isRefundable(method) && !isWholeOnly(method)

  return {
    code,
    name: spec.name,
    evidence: spec.evidence,
    host: PLACEHOLDER.test(spec.host) ? null : spec.host,
    credentials: spec.credentials,
    ...accesses,
    amountUnit: spec.amounts.unit,
    idempotency,
    refundIdempotency,
    withdrawIdempotency,
    lookup: spec.lookup,
    withdrawLookup: spec.withdrawLookup ?? null,
    unknownStatus: spec.statuses.unknown,
    tellsOfAsking: spec.statuses.asks !== undefined,
    meaningOf: meaningIn(spec.statuses),
    withdrawMeaningOf: meaningIn(spec.withdrawStatuses),
    tellsOfRefunds: spec.readTransaction ? tellsOfRefunds(spec, refundEnd === 'refund' ? declared : spec) : null,
    webhookVerification: spec.webhook?.verification ?? 'none',
    webhookBindsFields: spec.webhook?.bindsFields ?? true,
    cardMissing: spec.cardMissing ?? OUR_MESSAGES.cardMissing,
    requires: spec.requires ?? {},
    receiverRequires: spec.receiverRequires ?? [],
    platformRequires: settingsOf(spec, accesses),
    capabilities: {
      operations: OPERATIONS.filter((operation) => isPresent(spec, operation)),
      paymentMethods: PAYMENT_METHODS.filter((method) => spec.createTransaction?.[method]),
      withdrawMethods: WITHDRAW_METHODS.filter((method) => spec.withdraw?.[method]),
      cancelMethods: PAYMENT_METHODS.filter(isCancelable),
      refundMethods: PAYMENT_METHODS.filter(isRefundable),
      partialRefundMethods: PAYMENT_METHODS.filter(isPartlyRefundable),
      partialInstallmentRefunds: isPartlyRefundable('CREDIT_CARD') && !spec.refundsInstallmentsTogether,
      refundEnd,
      refundWindowDays: refundWindows(PAYMENT_METHODS.filter(isRefundable), spec.refundWindowDays),
      splitTypes: spec.splits ?? [],
      receiverTokens: spec.receiverTokens ?? false,
    },
    currencies,
    maxInstallments: spec.maxInstallments ?? null,
    sealsCards: spec.cards === 'sealed',
    parseCredentials: (packed) => parseCredentials(spec.credentials, packed),
    assertSupports: (method) => void creationOf(method),
    assertSupportsWithdraw: (method) => void withdrawalBy(method),

    *createTransaction(request, context) {
      const create = creationOf(request.paymentMethod)
      if (request.receiverToken !== undefined && !spec.receiverTokens) lacks('createTransaction')
      if (request.splits?.some(({ type }) => !spec.splits?.includes(type))) lacks('createTransaction')
      if (!(request.paymentMethod === 'CREDIT_CARD' ? currencies : REAIS).includes(request.currency)) {
        lacks('createTransaction')
      }
      if (request.paymentMethod === 'CREDIT_CARD' && !request.cardId) {
        throw new ProviderError('InvalidRequest', spec.cardMissing ?? OUR_MESSAGES.cardMissing, { path: '/cardId' })
      }
      const flow = startFlow(context, 'createTransaction', { idempotency, reference: request.reference })
      const seconds = spec.expirySeconds[request.paymentMethod] ?? 0
      const expiry = { seconds, days: Math.ceil(seconds / DAY), at: addSeconds(context.now, seconds) }
      const card = () => ({ ...openCard(request.cardId, context.cardKey), cvv: request.cvv })
      return yield* trusted(flow.wire, function* () {
        const answer = yield* create(request, { ...flow, expiry, card })
        return toResult(answer, request, seconds > 0 ? expiry.at : undefined, spec)
      })
    },

    *readTransaction(transaction, context) {
      const read = spec.readTransaction ?? lacks('readTransaction')
      const answer = yield* read(transaction, startFlow(context, 'readTransaction'))
      return toReading(answer, { transactionId: transaction.transactionId }, spec)
    },

    *findTransaction(attempt, context) {
      const find = spec.findTransaction ?? lacks('readTransaction')
      const answer = yield* asLookup(find(attempt, startFlow(context, 'readTransaction')))
      return answer && toReading(answer, { reference: attempt.reference }, spec)
    },

    *cancelTransaction(transaction, context) {
      const cancel = spec.cancelTransaction ?? lacks('cancelTransaction')
      if (!isCancelable(transaction.paymentMethod)) lacks('cancelTransaction')
      const answer = yield* cancel(transaction, startFlow(context, 'cancelTransaction'))
      return toReading(answer, { transactionId: transaction.transactionId }, spec)
    },

    *refund(request, context) {
      const refund = spec.refund ?? lacks('refund')
      if (spec.refundMethods && !isRefundable(request.paymentMethod)) lacks('refund')
      if (isWholeOnly(request.paymentMethod)) assertWhole(request)
      const flow = startFlow(context, 'refund', { idempotency: refundIdempotency, reference: request.reference })
      return yield* trusted(flow.wire, function* () {
        return toRefund(yield* refund(request, flow), request, spec.amounts)
      })
    },

    *readRefund(refund, context) {
      const read = spec.readRefund ?? lacks('readRefund')
      const answer = yield* read(refund, startFlow(context, 'readRefund'))
      return answer && toRefund(answer, refund, spec.amounts)
    },

    *withdraw(request, context) {
      const withdraw = withdrawalBy(request.paymentMethod)
      assertComplete(request)
      const { amount, withdrawReference: reference } = request
      const flow = startFlow(context, 'withdraw', { idempotency: withdrawIdempotency, reference })
      return yield* trusted(flow.wire, function* () {
        // `assertComplete` has proved what each method's own request type says.
        const run = withdraw as (
          request: WithdrawRequest,
          flow: Flow<CredentialsOf<Parts>, Amount>,
        ) => Steps<WithdrawAnswer<Amount>>
        return toWithdrawal(yield* run(request, flow), { amount, reference }, spec)
      })
    },

    *readWithdraw(withdrawal, context) {
      const read = spec.readWithdraw ?? lacks('readWithdraw')
      const answer = yield* read(withdrawal, startFlow(context, 'readWithdraw'))
      const reference = answer.reference || undefined
      return { ...toWithdrawal(answer, { withdrawId: withdrawal.withdrawId }, spec), ...defined({ reference }) }
    },

    *findWithdraw(attempt, context) {
      const find = spec.findWithdraw ?? lacks('readWithdraw')
      const answer = yield* asLookup(find(attempt, startFlow(context, 'readWithdraw')))
      return answer && toWithdrawal(answer, { reference: attempt.withdrawReference }, spec)
    },

    *createReceiver(request, context) {
      const create = spec.createReceiver ?? lacks('createReceiver')
      assertDocumentType(request)
      const flow = startFlow(context, 'createReceiver')
      return yield* trusted(flow.wire, function* () {
        return toReceiver(yield* create(request, flow), request, spec)
      })
    },

    *readReceiver(receiver, context) {
      const read = spec.readReceiver ?? lacks('readReceiver')
      const answer = yield* read(receiver, startFlow(context, 'readReceiver'))
      return toReceiverReading(answer, receiver.receiverId, spec)
    },

    *readBalance(question, context) {
      const read = spec.readBalance ?? lacks('readBalance')
      return toBalance(yield* read(question, startFlow(context, 'readBalance')), spec)
    },

    *tokenizeCard(card, context) {
      const tokenize = spec.tokenizeCard ?? lacks('tokenizeCard')
      if (namesReceiver(card)) lacks('tokenizeCard')
      return { cardToken: yield* tokenize(card, startFlow(context, 'tokenizeCard')) }
    },

    *buildCardId(card, context) {
      if (namesReceiver(card)) lacks('buildCardId')
      const flow = startFlow(context, 'buildCardId')
      if (spec.cards === 'sealed') return { cardId: sealCard(card, context.cardKey, flow.derived) }
      const build = spec.buildCardId ?? lacks('buildCardId')
      return { cardId: yield* build(card, flow) }
    },

    isProbe: (webhook) => isProbe(spec.webhook, webhook),
    canVerifyWebhook: (credentials) => canVerifyWebhook(spec.webhook, credentials),
    sharedSecretIn: (webhook) => spec.webhook?.repeated?.(webhook),
    verifyWebhook: (webhook, credentials) => verifyWebhook(spec.webhook, webhook, credentials),
    isUnsignedWebhook: ({ body }) => spec.webhook?.unsigned?.(parseJson(body)) ?? false,
    translateWebhook: (webhook) => translateWebhook(spec.webhook ?? lacks('translateWebhook'), spec, webhook),
    splitWebhook: (webhook) => splitWebhook(spec.webhook, webhook),
  }
}

function isPresent(spec: object & { cards?: 'sealed'; webhook?: object }, operation: Operation): boolean {
  switch (operation) {
    case 'translateWebhook':
      return spec.webhook !== undefined
    case 'buildCardId':
      return spec.cards === 'sealed' || operation in spec
    default:
      return operation in spec
  }
}

/** An answer that trips the adapter after money has moved is an unknown outcome, never a crash that would be repeated. */
function* trusted<T>(wire: Wire, run: () => Steps<T>): Steps<T> {
  try {
    return yield* run()
  } catch (error) {
    if (error instanceof ProviderError || !wire.committed) throw error
    throw new ProviderError('MalformedResponse', OUR_MESSAGES.notUnderstood, { cause: error })
  }
}
