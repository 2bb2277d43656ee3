/** Clears the attention of workflows that were stuck and run again. After an outage that can be every workflow. */
import { WorkflowNotFoundError } from '@temporalio/client'
import { answerStuck, type CalledStuck, calledStuck } from '../db/queries/movement/stuck.ts'
import { eachAtOnce } from './at-once.ts'
import type { ActivityDependencies } from './context.ts'
import { isStuck } from './sweep-watch.ts'

const BATCH = 200
const AT_ONCE = 16

export function answerTheStuck({ database, temporal }: ActivityDependencies): () => Promise<void> {
  const db = database.writer
  return async () => eachAtOnce(await calledStuck(db, BATCH), AT_ONCE, look)

  async function look(called: CalledStuck): Promise<void> {
    if (await isWell(called)) await answerStuck(db, called)
  }

  /** A closed workflow is well only if its row is settled. Otherwise the movement is lost and an operator must act. */
  async function isWell({ kind, id, isPending }: CalledStuck): Promise<boolean> {
    try {
      const { status, raw } = await temporal.workflow.getHandle(`${kind}/${id}`).describe()
      return status.name === 'RUNNING' ? !isStuck(raw.pendingWorkflowTask) : !isPending
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return !isPending
      throw error
    }
  }
}
