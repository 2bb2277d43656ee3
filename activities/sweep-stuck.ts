/** Clears the attention of workflows that were stuck and run again. After an outage that can be every workflow. */
import { WorkflowNotFoundError } from '@temporalio/client'
import { answerStuck, type CalledStuck, calledStuck } from '../db/queries/movement/stuck.ts'
import { eachAtOnce } from './at-once.ts'
import type { ActivityDependencies } from './context.ts'
import { isStuck } from './sweep-watch.ts'

const BATCH = 200
const AT_ONCE = 16

export function answerTheStuck({ database, temporal }: ActivityDependencies): (now: number) => Promise<void> {
  const db = database.writer
  return async (now) => eachAtOnce(temporal, await calledStuck(db, BATCH), AT_ONCE, (called) => look(called, now))

  async function look(called: CalledStuck, now: number): Promise<void> {
    if (await isWell(called, now)) await answerStuck(db, called)
  }

  /** A closed workflow is well only if its row is settled. Otherwise the movement is lost and an operator must act. */
  async function isWell({ kind, id, isPending }: CalledStuck, now: number): Promise<boolean> {
    try {
      const { status, raw } = await temporal.workflow.getHandle(`${kind}/${id}`).describe()
      return status.name === 'RUNNING' ? !isStuck(raw.pendingWorkflowTask, now) : !isPending
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return !isPending
      throw error
    }
  }
}
