/** Refunds and withdrawals on a charge stack: asked for as the API does, read as the rows have them. */
import { asc, eq, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { expect, vi } from 'vitest'
import { untilAnswered } from '../../api/disbursement/create.ts'
import { insertWithdrawal, type NewWithdrawal, reserveRefund } from '../../db/queries/disbursement/create.ts'
import type { DisbursementRow } from '../../db/queries/disbursement/read.ts'
import {
  disbursementAttempts,
  disbursementEvents,
  disbursements,
  providerAccounts,
  readings,
} from '../../db/schema/index.ts'
import { defined } from '../../domain/defined.ts'
import type { DisbursementKind } from '../../domain/disbursement.ts'
import type { DisbursementTiming } from '../../workflows/disbursement/timing.ts'
import { type CreationOutcome, chargeWorkflowId, disbursementWorkflowId } from '../../workflows/messages.ts'
import type { ChargeStack } from './charge-stack.ts'
import { heeded } from './heeded.ts'
import { setReadingIfAny } from './readings.ts'

/** Of a movement whose accounts the test has chosen. */
export const UNROUTED = { ruleId: null, candidates: [] }

/** `pollFirstMs`: its first reading comes so long after the provider took it. */
export type Haste = Partial<DisbursementTiming> & { pollFirstMs?: number }

export const HASTY: Haste = {
  triesBeforeAsking: 3,
  tryAgainMs: 1_000,
  unknownMs: 1_500,
  pollFirstMs: 200,
}

export interface Started {
  row: DisbursementRow
  answer: Promise<CreationOutcome>
}

/** A charge that its buyer has paid, and whose workflow has ended. */
export async function paidCharge(stack: ChargeStack, accountId: string, amount = 5000): Promise<string> {
  const { chargeId, creation } = await stack.start([accountId], { amount, timing: { pollFirstMs: 200 } })
  await creation
  const { provider, transactionId } = await stack.charge(chargeId)
  await stack.control('POST', `/transactions/${provider}/${transactionId}/pay`)
  expect(await stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId)).result()).toEqual({ status: 'APPROVED' })
  return chargeId
}

export async function startRefund(
  stack: ChargeStack,
  chargeId: string,
  { id = uuidv7(), amount, timing = HASTY }: { id?: string; amount?: number; timing?: Haste } = {},
  beforeStart: (disbursement: DisbursementRow) => PromiseLike<unknown> = async () => {},
): Promise<Started> {
  const { platformId } = stack
  const wish = { id, platformId, chargeId, by: 'ana', ...defined({ amount }) }
  const reservation = await reserveRefund(stack.database.writer, wish)
  if (reservation.outcome !== 'reserved') throw new Error(`Not reserved: ${reservation.outcome}`)
  const { disbursement } = reservation
  await beforeStart(disbursement)
  const candidate = { accountId: disbursement.providerAccountId ?? '', provider: disbursement.provider ?? '' }
  const { pollFirstMs, ...rest } = timing
  const answer = untilAnswered(stack.temporal, {
    disbursement,
    candidates: [candidate],
    summary: 'Reembolso',
    timing: rest,
  })
  return { row: disbursement, answer: heeded(thenRead(stack, disbursement.id, answer, pollFirstMs)) }
}

export async function startWithdrawal(
  stack: ChargeStack,
  accountIds: readonly [string, ...string[]],
  { timing = HASTY, ...changes }: Partial<NewWithdrawal> & { timing?: Haste } = {},
  beforeStart: (disbursement: DisbursementRow) => PromiseLike<unknown> = async () => {},
): Promise<Started> {
  const accounts = await stack.database.writer.select().from(providerAccounts)
  const candidateOf = (accountId: string) => {
    const provider = accounts.find(({ id }) => id === accountId)?.provider ?? ''
    return { accountId, provider }
  }
  const [first, ...others] = accountIds
  const row = {
    id: uuidv7(),
    platformId: stack.platformId,
    method: 'PIX' as const,
    amount: 2500,
    destination: {
      pixKey: '52998224725',
      pixType: 'CPF' as const,
      document: '52998224725',
      documentType: 'CPF' as const,
      name: 'Ana',
    },
    ...changes,
  }
  const { disbursement } = await insertWithdrawal(stack.database.writer, row, UNROUTED, { by: 'ana' })
  await beforeStart(disbursement)
  const candidates = [candidateOf(first), ...others.map(candidateOf)] as const
  const { pollFirstMs, ...rest } = timing
  const answer = untilAnswered(stack.temporal, { disbursement, candidates, summary: 'Saque', timing: rest })
  return { row: disbursement, answer: heeded(thenRead(stack, disbursement.id, answer, pollFirstMs)) }
}

async function thenRead<Answer>(stack: ChargeStack, id: string, answer: Promise<Answer>, ms?: number): Promise<Answer> {
  const answered = await answer
  if (ms !== undefined) {
    const nextReadAt = sql`now() + ${`${ms} milliseconds`}::interval`
    await setReadingIfAny(stack, id, { nextReadAt }, eq(readings.settled, false))
  }
  return answered
}

export async function disbursementOf(stack: ChargeStack, id: string): Promise<DisbursementRow> {
  const [row] = await stack.database.writer.select().from(disbursements).where(eq(disbursements.id, id))
  if (!row) throw new Error(`No disbursement ${id}`)
  return row
}

export const disbursementAttemptsOf = (stack: ChargeStack, id: string) =>
  stack.database.writer
    .select()
    .from(disbursementAttempts)
    .where(eq(disbursementAttempts.disbursementId, id))
    .orderBy(asc(disbursementAttempts.number))

export async function disbursementEventsOf(stack: ChargeStack, id: string): Promise<string[]> {
  const rows = await stack.database.writer
    .select()
    .from(disbursementEvents)
    .where(eq(disbursementEvents.disbursementId, id))
    .orderBy(asc(disbursementEvents.at), asc(disbursementEvents.id))
  return rows.map(({ type, to }) => (to === null ? type : `${type} ${to}`))
}

export const workflowOf = (stack: ChargeStack, { kind, id }: { kind: DisbursementKind; id: string }) =>
  stack.temporal.workflow.getHandle(disbursementWorkflowId(kind, id))

export const untilAttention = (stack: ChargeStack, id: string) =>
  vi.waitFor(async () => {
    const { attention } = await disbursementOf(stack, id)
    expect(attention).not.toBeNull()
    return attention
  }, 60_000)

/** What PAGUESAFE was asked to give back of a charge: requests, and those that it carried out. */
export async function refundsAtProvider(stack: ChargeStack, chargeId: string) {
  const { transactionId } = await stack.charge(chargeId)
  const { data } = await stack.control<{ data: { reference: string; count: number; committed: number }[] }>(
    'GET',
    '/requests?provider=PAGUESAFE',
  )
  const own = data.find(({ reference }) => reference === `refund/${transactionId}`)
  return { count: own?.count ?? 0, committed: own?.committed ?? 0 }
}
