/** The faults that can be set, how often they apply, and to which calls. Kept in memory: a restart clears them. */
import type { Cents } from '../domain/money.ts'

/** Faults of an HTTP answer, for any operation but `webhook`. */
export const ANSWER_FAULTS = [
  'commitThenDrop',
  'dropBeforeCommit',
  'serverError',
  'serverErrorAfterCommit',
  'rateLimited',
  'slow',
  'htmlBody',
  'malformedBody',
  /** The answer names another amount than the ledger. */
  'wrongAmount',
  /** The Pix code asks for another amount than the ledger. */
  'wrongCode',
  /** The answer to another client's call. */
  'otherMovement',
  /** Searches and reads show the ledger as it was `delayMs` ago. */
  'stale',
  /** A refund is accepted and stays in progress until it is ended by hand. */
  'refundInProgress',
] as const
export type AnswerFault = (typeof ANSWER_FAULTS)[number]

/** Faults of the provider's webhooks, for the operation `webhook`. */
export const WEBHOOK_FAULTS = [
  'duplicateWebhook',
  'webhookBeforeResponse',
  'outOfOrderWebhooks',
  'noWebhook',
  /** The webhook names another amount than the ledger. */
  'falseAmountWebhook',
  /** The webhook is sent `delayMs` later. */
  'lateWebhook',
] as const
export type WebhookFault = (typeof WEBHOOK_FAULTS)[number]

export interface FaultRule {
  readonly provider: string
  /** One operation, or `*`. */
  readonly operation: string
  readonly fault: AnswerFault | WebhookFault
  /** The amount of the transaction it applies to: calls known to be about another amount are skipped. Null: the next call. */
  readonly amount: Cents | null
  /** Only calls that contain this text. Null: any call. */
  readonly text: string | null
  /** How many more times it applies; 0: until it is removed. */
  readonly times: number
  readonly probability: number
  readonly delayMs: number
  readonly retryAfterSeconds: number
}

export type Faults = ReturnType<typeof createFaults>

export function isAnswerFault(fault: string): fault is AnswerFault {
  return (ANSWER_FAULTS as readonly string[]).includes(fault)
}

export function isWebhookFault(fault: string): fault is WebhookFault {
  return (WEBHOOK_FAULTS as readonly string[]).includes(fault)
}

export function createFaults() {
  const rules = new Map<string, FaultRule>()
  const keyOf = ({ provider, operation, amount, text }: FaultRule) =>
    `${provider} ${operation} ${amount ?? ''} ${text ?? ''}`

  /** Uses one application of a rule, unless the probability skips this call. The operation's rules come before `*`, oldest first. */
  const strike = (provider: string, operation: string, applies: (rule: FaultRule) => boolean) => {
    const candidates = [operation, '*'].flatMap((name) =>
      [...rules.values()].filter((rule) => rule.provider === provider && rule.operation === name && applies(rule)),
    )
    const rule = candidates.find(({ probability }) => Math.random() < probability)
    if (rule?.times === 1) rules.delete(keyOf(rule))
    if (rule && rule.times > 1) rules.set(keyOf(rule), { ...rule, times: rule.times - 1 })
    return rule
  }

  return {
    list: (): FaultRule[] => [...rules.values()],
    /** Replaces the operation's rule for the same amount. */
    set: (rule: FaultRule): void => {
      rules.set(keyOf(rule), rule)
    },
    clear: (): void => rules.clear(),
    /** The fault that applies to this call, if any. */
    onAnswer: (
      provider: string,
      operation: string,
      call: { isAbout(amount: Cents): boolean; says(text: string): boolean },
    ): FaultRule | undefined =>
      strike(
        provider,
        operation,
        ({ fault, amount, text }) =>
          isAnswerFault(fault) && (amount === null || call.isAbout(amount)) && (text === null || call.says(text)),
      ),
    /** The rule that applies this fault to this transaction's webhook. */
    onWebhook: (transaction: { provider: string; amount: Cents }, fault: WebhookFault): FaultRule | undefined =>
      strike(
        transaction.provider,
        'webhook',
        (rule) => rule.fault === fault && (rule.amount === null || rule.amount === transaction.amount),
      ),
  }
}
