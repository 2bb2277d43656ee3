/** What can be made to go wrong, how often, and for whom. Kept in memory: a restarted sandbox is healthy. */
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
  /** The answer names another amount than the books have. */
  'wrongAmount',
  /** The answer to somebody else's call. */
  'otherMovement',
  /** Searches and reads show the books as they were `delayMs` ago. */
  'stale',
  /** A refund is taken on, and neither done nor given up before somebody says so. */
  'refundInProgress',
] as const
export type AnswerFault = (typeof ANSWER_FAULTS)[number]

/** Faults of the notices that a provider posts, for the operation `webhook`. */
export const WEBHOOK_FAULTS = [
  'duplicateWebhook',
  'webhookBeforeResponse',
  'outOfOrderWebhooks',
  'noWebhook',
  /** The notice names another amount than the books have. */
  'falseAmountWebhook',
  /** The notice is sent `delayMs` later. */
  'lateWebhook',
] as const
export type WebhookFault = (typeof WEBHOOK_FAULTS)[number]

export interface FaultRule {
  readonly provider: string
  /** One operation, or `*`. */
  readonly operation: string
  readonly fault: AnswerFault | WebhookFault
  /** Whose transaction it is for: whatever is surely about another amount is spared. Null: whoever comes first. */
  readonly amount: Cents | null
  /** Whose call: only one that says this text. Null: anybody's. */
  readonly text: string | null
  /** How many more times it strikes; 0 until it is removed. */
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

  /** Uses a rule up by one strike, unless the dice spare this call: the operation's own before `*`, the oldest first. */
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
    /** Replaces what the operation had for the same amount. */
    set: (rule: FaultRule): void => {
      rules.set(keyOf(rule), rule)
    },
    clear: (): void => rules.clear(),
    /** The fault that this call suffers, if any. */
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
    /** The rule by which this very fault strikes the notice of this transaction. */
    onWebhook: (transaction: { provider: string; amount: Cents }, fault: WebhookFault): FaultRule | undefined =>
      strike(
        transaction.provider,
        'webhook',
        (rule) => rule.fault === fault && (rule.amount === null || rule.amount === transaction.amount),
      ),
  }
}
