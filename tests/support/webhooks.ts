/** Providers' notices on a charge stack: stored as the API does after checking their proof, then signalled by their id. */
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { providerAccounts, webhookEvents } from '../../db/schema/index.ts'
import { chargeWorkflowId, providerEventSignal } from '../../workflows/messages.ts'
import type { ChargeStack } from './charge-stack.ts'

export type Proof = 'signature' | 'sharedSecret' | 'token'

/** As the two providers that tests use word it, of a charge of R$ 50,00. */
const BODIES: Record<string, (transactionId: string, status: string, reference?: string) => object> = {
  ASAAS: (id, status, reference) => ({
    id: `evt_${randomUUID()}`,
    event: `PAYMENT_${status}`,
    payment: { id, status, value: 50, externalReference: reference ?? null },
  }),
  PAGUESAFE: (id, status) => ({
    id: randomUUID(),
    type: 'transaction',
    objectId: id,
    data: { id: Number(id), status },
  }),
}

/** It is due to no delivery but the test's own. @returns the stored event's id. */
export async function storeWebhook(
  stack: Pick<ChargeStack, 'database' | 'platformId'>,
  accountId: string,
  body: object,
  verified: Proof = 'sharedSecret',
): Promise<string> {
  const [account] = await stack.database.writer
    .select()
    .from(providerAccounts)
    .where(eq(providerAccounts.id, accountId))
  const [stored] = await stack.database.writer
    .insert(webhookEvents)
    .values({
      platformId: stack.platformId,
      providerAccountId: accountId,
      provider: account?.provider ?? '',
      bodyHash: randomUUID(),
      headers: {},
      query: {},
      body: JSON.stringify(body),
      verified,
      nextAttemptAt: sql`now() + interval '1 hour'`,
    })
    .returning()
  return stored?.id ?? ''
}

/** Stores a notice in the provider's own words. */
export async function storeNotice(
  stack: ChargeStack,
  { accountId, transactionId, status, reference, proof }: Notice,
): Promise<string> {
  const [account] = await stack.database.writer
    .select()
    .from(providerAccounts)
    .where(eq(providerAccounts.id, accountId))
  const body = BODIES[account?.provider ?? '']?.(transactionId, status, reference)
  if (!body) throw new Error(`No notices of ${account?.provider}`)
  return storeWebhook(stack, accountId, body, proof)
}

export interface Notice {
  accountId: string
  transactionId: string
  /** The provider's own word. */
  status: string
  /** Ours, where the provider repeats it. */
  reference?: string
  proof?: Proof
}

/** Stores a notice and signals it to the charge, whosever transaction it names. */
export async function notify(stack: ChargeStack, chargeId: string, notice: Notice): Promise<string> {
  const eventId = await storeNotice(stack, notice)
  await stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId)).signal(providerEventSignal, { eventId })
  return eventId
}
