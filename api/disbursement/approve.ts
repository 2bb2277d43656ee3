/** A second person's approval of a withdrawal, and how it reaches the workflow that waits for it. */
import { WorkflowNotFoundError } from '@temporalio/client'
import type { FastifyInstance } from 'fastify'
import { appendAudit } from '../../db/queries/access/audit.ts'
import { type DisbursementRow, findDisbursement } from '../../db/queries/disbursement/read.ts'
import { isAwaited } from '../../domain/approval.ts'
import { isDisbursementSettled, mayHaveLeft } from '../../domain/disbursement.ts'
import { type DisbursementInput, disbursementWorkflowId, WORKFLOW_TYPES } from '../../workflows/messages.ts'
import { type Actor, actorName } from '../access/actor.ts'
import { assertShown, type Caller, type DeliveredDecision, deliverDecision, sendDecision } from '../movement/decide.ts'
import { findLostRun, wasNeverSent } from '../movement/lost-run.ts'
import { startAgain } from '../movement/start.ts'
import { notFound, problem } from '../problem.ts'
import { isStillOpen } from './is-over.ts'

/**
 * Notes who approved, then has it sent. The same is asked of the database when the approval is written down.
 * @throws ApiProblem 403 for a key, and for the user who asked for it; 404 for another platform's, 409 where none is waited for, or
 *   another withdrawal than what was shown waits.
 */
export async function approve(
  app: FastifyInstance,
  { actor, requestId, ip, ...caller }: Caller,
  id: string,
): Promise<DeliveredDecision> {
  const { platformId } = actor
  const db = app.database.writer
  const disbursement = await findDisbursement(db, platformId, 'withdrawal', id)
  if (!disbursement) throw notFound()
  if (!isAwaited(disbursement.approval) || isDisbursementSettled(disbursement.status)) {
    throw problem('conflict', { detail: 'The withdrawal does not wait for an approval' })
  }
  if (mayHaveLeft(disbursement.attentionReasons)) {
    throw problem('conflict', { detail: 'It was approved before, and the provider may have paid: say how it ended' })
  }
  assertShown(caller, disbursement.attentionReasons, disbursement.updatedAt)
  const personId = approverOf(actor, disbursement)
  const workflowId = disbursementWorkflowId('withdrawal', id)
  const by = actorName(actor)
  await appendAudit(db, platformId, {
    actor: by,
    action: 'resolve',
    target: workflowId,
    detail: { outcome: 'approved', amount: disbursement.amount },
    ip,
  })
  const approval = { kind: 'approve' as const, id: requestId, personId, by, about: 'awaitsApproval' }
  return deliverDecision(app, workflowId, approval, async () => {
    await takeUp(app, disbursement)
    return sendDecision(app, workflowId, approval).catch((error: unknown) => {
      // Whose time is over ends at once.
      if (error instanceof WorkflowNotFoundError)
        throw problem('conflict', { detail: 'The time to approve it is over' })
      throw error
    })
  })
}

function approverOf({ type, personId }: Actor, { requestedBy }: DisbursementRow): string {
  if (type !== 'user' || personId === null) {
    throw problem('forbidden', { detail: 'A signed-in operator approves: an API key does not' })
  }
  if (personId === requestedBy)
    throw problem('forbidden', { detail: 'An operator other than the one who asked for it approves' })
  return personId
}

/**
 * Its workflow is gone: another one takes its place and waits for the approval as it did. Where nothing shows that the lost one never
 * sent it, the provider is asked first.
 */
async function takeUp(app: FastifyInstance, disbursement: DisbursementRow): Promise<void> {
  const { id: disbursementId, platformId, provider, providerAccountId: accountId } = disbursement
  if (provider === null || accountId === null)
    throw new TypeError(`Withdrawal ${disbursementId} has no provider account`)
  const workflowId = disbursementWorkflowId('withdrawal', disbursementId)
  const candidates = [{ accountId, provider }]
  const isUnsent = wasNeverSent(await findLostRun(app.temporal, workflowId))
  const recovery = isUnsent ? {} : { recovery: { attempt: 1, stands: 'unsent' } as const }
  const input: DisbursementInput = { disbursementId, platformId, candidates, ...recovery, ...approvalOf(disbursement) }
  const isOpen = () => isStillOpen(app.database.writer, disbursement)
  await startAgain(app.temporal, { workflowType: WORKFLOW_TYPES.withdrawal, workflowId, input, provider, isOpen })
}

/** What a workflow has to know of the approval that it waits for. */
export function approvalOf({
  approval,
  approvalDueAt,
  createdAt,
}: DisbursementRow): Pick<DisbursementInput, 'approval'> {
  if (!isAwaited(approval) || approvalDueAt === null) return {}
  const dueAt = new Date(approvalDueAt).toISOString()
  const hours = Math.round((Date.parse(dueAt) - Date.parse(createdAt)) / 3_600_000)
  return { approval: { dueAt, hours } }
}
