/** The fake providers' control API, for tests. */
import { withJson } from './json.ts'

export interface SandboxTransaction {
  provider: string
  id: string
  /** Our own reference, as the provider was told it. */
  reference: string
  /** Cents. */
  amount: number
  /** The provider's own word. */
  status: string
  stage: 'pending' | 'paid' | 'refused' | 'expired' | 'refunded' | 'chargeback'
  method: string
  /** What it is paid with; empty where it is not paid by that. */
  pixCode: string
  boletoLine: string
  createdAt: string
  moneyRequests?: number
}

export interface SandboxWithdrawal {
  provider: string
  id: string
  /** Our own reference, as the provider was told it. */
  reference: string
  /** Cents. */
  amount: number
  stage: 'pending' | 'paid' | 'refused' | 'canceled' | 'returned'
  destination:
    | { key: string; kind: string | null }
    | { bank: string; branch: string; account: string; document: string }
    | { receiver: string }
}

export interface SandboxRefund {
  provider: string
  transactionId: string
  /** Cents. */
  amount: number
  /** Ours; "dashboard" where the provider's own people gave it back. */
  reference: string
}

/** An answer that we did not get. Times in milliseconds, by the sandbox's clock. */
export interface SandboxLoss {
  provider: string
  operation: string
  fault: string
  /** Cents. */
  amount: number
  at: number
  /** When we next asked about it; null while we have not. */
  lookedAt: number | null
}

export interface SandboxFault {
  fault: string
  /** Cents; without it the fault strikes the first call. */
  amount?: number
  /** It strikes only a call that says this. */
  text?: string
  /** Default 1; 0: until removed. */
  times?: number
  probability?: number
  delayMs?: number
  retryAfterSeconds?: number
}

export interface SandboxNotice {
  provider: string
  transactionId: string
  /** The exact text that is posted. */
  body: string
  /** `delivered`: the receiver has answered 2xx. */
  state: 'waiting' | 'delivered' | 'abandoned'
  attempts: number
  lastAnswer: string | null
  /** When that came, in milliseconds, by the sandbox's clock. */
  attemptedAt: number | null
}

export interface Sandbox {
  transactions(filter?: {
    provider?: string
    status?: string
    reference?: string
    limit?: number
  }): Promise<SandboxTransaction[]>
  act(
    transaction: { provider: string; id: string },
    action: 'pay' | 'refuse' | 'expire' | 'refund' | 'chargeback' | 'win',
    /** Cents; all of it without. */
    amount?: number,
  ): Promise<SandboxTransaction>
  /** Newest first; of all providers without one. */
  withdrawals(provider?: string): Promise<SandboxWithdrawal[]>
  actOnWithdrawal(
    withdrawal: { provider: string; id: string },
    action: 'settle' | 'reject' | 'cancel' | 'return',
  ): Promise<void>
  /** Each time that a provider was made to give money back by a request. */
  refunds(): Promise<SandboxRefund[]>
  /** The bank carries out the oldest refund in progress, or denies it. @throws Error where none is. */
  endRefund(transaction: { provider: string; id: string }, end: 'settle' | 'deny'): Promise<void>
  losses(): Promise<SandboxLoss[]>
  /** Every receiver that was opened, and the request that opened it. */
  receivers(): Promise<{ provider: string; request: string }[]>
  /** The bank has paid it out. */
  settleWithdrawal(withdrawal: { provider: string; id: string }): Promise<void>
  resendWebhook(transaction: { provider: string; id: string }): Promise<void>
  /** Money requests by our reference: more than one commit of the same is a double charge. */
  requests(provider?: string): Promise<{ provider: string; reference: string; count: number; committed: number }[]>
  operations(): Promise<{ provider: string; operation: string }[]>
  setFault(provider: string, operation: string, fault: SandboxFault): Promise<void>
  /** What has not struck yet; `times` left. */
  faults(): Promise<
    { provider: string; operation: string; fault: string; amount: number | null; text: string | null; times: number }[]
  >
  clearFaults(): Promise<void>
  /** Webhooks posted so far, newest first. */
  notices(): Promise<SandboxNotice[]>
}

/** One request to the control API. @throws Error where it is refused. */
export type Control = <T = unknown>(method: string, path: string, body?: unknown) => Promise<T>

export const controlOf =
  (baseUrl: string): Control =>
  async <T>(method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${baseUrl}/_control${path}`, { method, ...withJson(body) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`The fake providers answered ${answer.status} to ${method} ${path}: ${text}`)
    return (text ? JSON.parse(text) : undefined) as T
  }

export function sandboxClient(baseUrl: string): Sandbox {
  const ask = controlOf(baseUrl)
  const list = async <T>(path: string, filter: Record<string, string | number | undefined> = {}): Promise<T[]> => {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, String(value))
    return (await ask<{ data: T[] }>('GET', `${path}?${query}`)).data
  }
  return {
    transactions: (filter) => list('/transactions', filter),
    act: async ({ provider, id }, action, amount) => {
      const path = `/transactions/${provider}/${encodeURIComponent(id)}/${action}`
      const body = amount === undefined ? undefined : { amount }
      return (await ask<{ transaction: SandboxTransaction }>('POST', path, body)).transaction
    },
    withdrawals: (provider) => list('/withdrawals', { provider }),
    actOnWithdrawal: ({ provider, id }, action) =>
      ask('POST', `/withdrawals/${provider}/${encodeURIComponent(id)}/${action}`).then(() => undefined),
    refunds: () => list('/refunds'),
    endRefund: ({ provider, id }, end) => ask('POST', `/refunds/${provider}/${encodeURIComponent(id)}/${end}`),
    losses: () => list('/losses'),
    receivers: () => list('/receivers'),
    settleWithdrawal: ({ provider, id }) =>
      ask('POST', `/withdrawals/${provider}/${encodeURIComponent(id)}/settle`).then(() => undefined),
    resendWebhook: ({ provider, id }) => ask('POST', `/webhooks/${provider}/${encodeURIComponent(id)}/resend`),
    requests: (provider) => list('/requests', { provider }),
    operations: () => list('/operations'),
    setFault: (provider, operation, fault) => ask('PUT', `/faults/${provider}/${operation}`, fault),
    faults: () => list('/faults'),
    clearFaults: () => ask('DELETE', '/faults'),
    notices: () => list('/webhooks'),
  }
}
