/** Everything that there is to see at one moment: our API, the providers' books, Temporal. Nothing of ours is read but what the API shows. */
import type { Client } from '@temporalio/client'
import type { Charge } from '../../api/schemas/charge.ts'
import type { Receiver } from '../../api/schemas/receiver.ts'
import type { Refund } from '../../api/schemas/refund.ts'
import type { WebhookDelivery } from '../../api/schemas/webhook-delivery.ts'
import type { WebhookEvent } from '../../api/schemas/webhook-event.ts'
import type { Withdrawal } from '../../api/schemas/withdrawal.ts'
import type { TestProduct } from '../support/product.ts'
import type {
  SandboxLoss,
  SandboxNotice,
  SandboxRefund,
  SandboxTransaction,
  SandboxWithdrawal,
} from '../support/sandbox-client.ts'
import type { Crowding } from './crowding.ts'
import { listWorkflows, type WorkflowSight } from './temporal.ts'

export interface Observation {
  charges: Charge[]
  refunds: Refund[]
  withdrawals: Withdrawal[]
  receivers: Receiver[]
  /** Notices of providers that wait, or have failed. */
  waiting: WebhookEvent[]
  /** Our notices to sellers that wait, or have failed. */
  untold: WebhookDelivery[]
  books: {
    transactions: SandboxTransaction[]
    refunds: SandboxRefund[]
    withdrawals: SandboxWithdrawal[]
    receivers: { provider: string; request: string }[]
    /** Notices that could not be delivered to us, or not yet. */
    undelivered: SandboxNotice[]
    /** Those that we have answered. */
    delivered: SandboxNotice[]
  }
  workflows: WorkflowSight[]
  /** Answers that never reached us. */
  losses: SandboxLoss[]
}

export async function observe(
  product: TestProduct,
  temporal: Client,
  crowding: Pick<Crowding, 'from'>,
): Promise<Observation> {
  const { sandbox } = product
  const all = <T>(path: string, filter = '') => listAll<T>(product, path, filter)
  const [charges, refunds, withdrawals, receivers, ...rest] = await Promise.all([
    all<Charge>('/v1/charges'),
    all<Refund>('/v1/refunds'),
    all<Withdrawal>('/v1/withdrawals'),
    all<Receiver>('/v1/receivers'),
    Promise.all(['pending', 'failed'].map((state) => all<WebhookEvent>('/v1/webhook-events', `&state=${state}`))),
    Promise.all(
      ['pending', 'failed'].map((state) => all<WebhookDelivery>('/v1/webhook-deliveries', `&state=${state}`)),
    ),
    sandbox.transactions(),
    sandbox.refunds(),
    sandbox.withdrawals(),
    sandbox.receivers(),
    sandbox.notices(),
    listWorkflows(temporal, crowding),
    sandbox.losses(),
  ])
  const [waiting, untold, transactions, booked, paidOut, opened, notices, workflows, losses] = rest
  const delivered = notices.filter(({ state }) => state === 'delivered')
  const undelivered = notices.filter(({ state }) => state !== 'delivered')
  const books = { transactions, refunds: booked, withdrawals: paidOut, receivers: opened, undelivered, delivered }
  const ours = { charges, refunds, withdrawals, receivers, waiting: waiting.flat(), untold: untold.flat() }
  return { ...ours, books, workflows, losses }
}

async function listAll<T>(product: TestProduct, path: string, filter: string): Promise<T[]> {
  const rows: T[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const from: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { status, body } = await product.call<{ data: T[]; nextCursor: string | null }>(
      'GET',
      `${path}?limit=100${filter}${from}`,
    )
    if (status !== 200) throw new Error(`${path} was answered with ${status}`)
    rows.push(...body.data)
    cursor = body.nextCursor
  }
  return rows
}
