/** What can be made to go wrong, and how often. Kept in memory: a restarted sandbox is healthy. */

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
] as const
export type AnswerFault = (typeof ANSWER_FAULTS)[number]

/** Faults of the notices that a provider posts, for the operation `webhook`. */
export const WEBHOOK_FAULTS = ['duplicateWebhook', 'webhookBeforeResponse', 'outOfOrderWebhooks', 'noWebhook'] as const
export type WebhookFault = (typeof WEBHOOK_FAULTS)[number]

export interface FaultRule {
  readonly provider: string
  /** One operation, or `*`. */
  readonly operation: string
  readonly fault: AnswerFault | WebhookFault
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
  const keyOf = (provider: string, operation: string) => `${provider} ${operation}`

  /** Uses the rule up by one strike, unless the dice spare this call. */
  const strike = (provider: string, operation: string, applies: (rule: FaultRule) => boolean) => {
    if (rules.size === 0) return undefined
    for (const candidate of [operation, '*']) {
      const key = keyOf(provider, candidate)
      const rule = rules.get(key)
      if (!rule || !applies(rule) || Math.random() >= rule.probability) continue
      if (rule.times === 1) rules.delete(key)
      if (rule.times > 1) rules.set(key, { ...rule, times: rule.times - 1 })
      return rule
    }
    return undefined
  }

  return {
    list: (): FaultRule[] => [...rules.values()],
    /** Replaces what the operation had. */
    set: (rule: FaultRule): void => {
      rules.set(keyOf(rule.provider, rule.operation), rule)
    },
    clear: (): void => rules.clear(),
    /** The fault that this call suffers, if any: the operation's own before `*`. */
    onAnswer: (provider: string, operation: string): FaultRule | undefined =>
      strike(provider, operation, (rule) => isAnswerFault(rule.fault)),
    /** True when this very fault strikes the provider's next notice. */
    onWebhook: (provider: string, fault: WebhookFault): boolean =>
      strike(provider, 'webhook', (rule) => rule.fault === fault) !== undefined,
  }
}
