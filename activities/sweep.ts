/** Picks up what a crash left behind: webhooks not delivered, notifications not started, charges never begun. */
import { Context } from '@temporalio/activity'
import { ApplicationFailure } from '@temporalio/common'
import { forgetOldLinks } from '../db/queries/access/links.ts'
import { purgeCards } from '../db/queries/card/read.ts'
import { forgetRefusals } from '../db/queries/card/refusals.ts'
import { forgetOldCodes } from '../db/queries/card/security-codes.ts'
import { putFiguresTogether } from '../db/queries/charge/figures.ts'
import { flagAttention, readChargeFacts } from '../db/queries/charge/transitions.ts'
import { abandonCharge, unstartedCharges } from '../db/queries/charge/unstarted.ts'
import { flagDisbursementAttention } from '../db/queries/disbursement/transitions.ts'
import { abandonDisbursement, unstartedDisbursements } from '../db/queries/disbursement/unstarted.ts'
import { forgetOldIdempotencyKeys } from '../db/queries/idempotency.ts'
import { readAgainAfterRestart } from '../db/queries/reading/server.ts'
import { forgetOldRecords } from '../db/queries/retention/records.ts'
import { forgetAddresses } from '../db/queries/selling/orders.ts'
import { databaseTime } from '../db/queries/time.ts'
import type { Unreadable } from '../db/queries/webhook/lost.ts'
import { forgetOldNotices } from '../db/queries/webhook/retention.ts'
import { dayOf } from '../domain/analytics.ts'
import { isSettled } from '../domain/charge.ts'
import { deliverDue } from '../inbox/deliver-due.ts'
import { canBeRead } from '../inbox/proven.ts'
import { canWithdrawalBeRead } from '../inbox/proven-withdrawal.ts'
import { providers } from '../providers/index.ts'
import {
  chargeIdOf,
  chargeWorkflowId,
  disbursementIdOf,
  disbursementWorkflowId,
  WORKFLOW_TYPES,
} from '../workflows/messages.ts'
import { SomeFailed } from './at-once.ts'
import { cancelSuperseded } from './cancel-superseded.ts'
import type { ActivityDependencies } from './context.ts'
import { lostRuns } from './dead-runs.ts'
import { forgetOldExports, startDueExports } from './export/write-export.ts'
import { stillPending } from './failures.ts'
import { withHeartbeat } from './heartbeat.ts'
import { startDueDeliveries, startDueMails } from './start-deliveries.ts'
import { startPolicyRefunds } from './start-policy-refunds.ts'
import { sweepEvents } from './sweep-events.ts'
import { wakeReaders } from './sweep-readers.ts'
import { sweepReceivers } from './sweep-receivers.ts'
import { answerTheStuck } from './sweep-stuck.ts'
import { sweepSummaries } from './sweep-summaries.ts'
import { watchWorkflows } from './sweep-watch.ts'
import { checkTold } from './tell-workflow.ts'
import { workflowStatus } from './workflow-status.ts'

const BATCH = 200

const unreadable = (canRead: (provider: string) => boolean) => Object.keys(providers).filter((code) => !canRead(code))

const UNREADABLE: Unreadable = { charges: unreadable(canBeRead), withdrawals: unreadable(canWithdrawalBeRead) }

export function sweep(dependencies: ActivityDependencies) {
  const { database, logger, stopping } = dependencies
  const db = database.writer
  const statusOf = (workflowId: string) => workflowStatus(dependencies, workflowId)
  // Deletions that must happen come first; steps that nothing waits for come last.
  const steps: Record<string, (now: number) => Promise<unknown>> = {
    forgetOldCodes: () => forgetOldCodes(db),
    purgeCards: () => purgeCards(db),
    forgetRefusals: () => forgetRefusals(db),
    forgetAddresses: () => forgetAddresses(db),
    forgetOldLinks: () => forgetOldLinks(db),
    forgetOldIdempotencyKeys: () => forgetOldIdempotencyKeys(db),
    forgetOldNotices: () => forgetOldNotices(db, dependencies.sellerEventDays),
    forgetOldExports: () => forgetOldExports(dependencies),
    deliverDue: () => deliverDue(dependencies),
    startDueDeliveries: () => startDueDeliveries(dependencies),
    startPolicyRefunds: () => startPolicyRefunds(dependencies),
    sweepCharges,
    readAfterRestart,
    wakeReaders: wakeReaders(dependencies),
    watchCharges: watchWorkflows(dependencies, 'charges'),
    watchDisbursements: watchWorkflows(dependencies, 'disbursements'),
    watchReceivers: watchWorkflows(dependencies, 'receivers'),
    sweepEvents: sweepEvents(dependencies),
    cancelSuperseded: () => cancelSuperseded(dependencies),
    checkTold: checkTold(dependencies),
    answerTheStuck: answerTheStuck(dependencies),
    sweepDisbursements,
    sweepReceivers: () => sweepReceivers(dependencies),
    startDueExports: () => startDueExports(dependencies),
    startDueMails: () => startDueMails(dependencies),
    forgetOldRecords: () => forgetOldRecords(db, dependencies.providerRecordDays),
    sweepSummaries: () => sweepSummaries(dependencies),
    putFiguresTogether: (now) => putFiguresTogether(db, dayOf(new Date(now).toISOString())),
  }
  return () => withHeartbeat(run)

  /**
   * A step that fails does not stop the others. A worker that stops, or a sweep that is over, ends the round at its next step. All judge
   * ages by the time at which the round began, and by the database's clock.
   * @throws ApplicationFailure always (retry), because the retry policy repeats the sweep.
   */
  async function run(): Promise<never> {
    const isOver = AbortSignal.any([stopping, Context.current().cancellationSignal])
    const now = Date.parse(await databaseTime(db))
    const failed: string[] = []
    for (const [step, take] of Object.entries(steps)) {
      if (isOver.aborted) throw ApplicationFailure.create({ type: 'Stopping', message: `Stopped before ${step}` })
      await take(now).catch((error: unknown) => {
        const why = error instanceof SomeFailed ? { reason: error.message, error: error.cause } : { error }
        logger.error({ step, ...why }, 'a step of the sweep failed')
        failed.push(step)
      })
    }
    if (failed.length === 0) throw stillPending('The next round follows')
    throw ApplicationFailure.create({ type: 'StepFailed', message: `Failed: ${failed.join(', ')}` })
  }

  async function sweepCharges(now: number): Promise<void> {
    for (const chargeId of await unstartedCharges(db, BATCH)) {
      if (await statusOf(chargeWorkflowId(chargeId))) continue
      if (await abandonCharge(db, chargeId)) logger.warn({ chargeId }, 'removed a charge that was never started')
    }
    for await (const chargeId of lostCharges(now)) await flagAttention(db, chargeId, 'workflowLost')
  }

  /** A failover may lose notices that we had already acknowledged, and providers do not send those again. */
  async function readAfterRestart(): Promise<void> {
    const due = await readAgainAfterRestart(db, UNREADABLE)
    if (!due) return
    const { readings, notices, isPromoted } = due
    if (isPromoted)
      logger.warn({ readings, notices }, 'another database server answers: what may still change is read again')
    else logger.info({ readings }, 'the database has restarted: recent movements are read again')
  }

  async function sweepDisbursements(now: number): Promise<void> {
    for (const { id: disbursementId, kind } of await unstartedDisbursements(db, BATCH)) {
      if (await statusOf(disbursementWorkflowId(kind, disbursementId))) continue
      if (await abandonDisbursement(db, disbursementId))
        logger.warn({ disbursementId }, `removed a ${kind} that was never started`)
    }
    const types = [WORKFLOW_TYPES.refund, WORKFLOW_TYPES.withdrawal]
    for await (const { workflowId } of lostRuns(dependencies, types, now)) {
      if ((await statusOf(workflowId)) === 'RUNNING') continue
      await flagDisbursementAttention(db, disbursementIdOf(workflowId), 'workflowLost')
    }
  }

  /** Charges whose workflow ended before they were settled. */
  async function* lostCharges(now: number): AsyncGenerator<string> {
    for await (const { workflowId } of lostRuns(dependencies, [WORKFLOW_TYPES.charge], now)) {
      const chargeId = chargeIdOf(workflowId)
      const charge = await readChargeFacts(db, chargeId)
      // A reset leaves a terminated run behind while the charge's new run continues.
      if (!charge || isSettled(charge.status) || (await statusOf(workflowId)) === 'RUNNING') continue
      yield chargeId
    }
  }
}
