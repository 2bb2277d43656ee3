/** Signals a movement's workflow what a reading changed, and checks it afterwards. A stuck workflow is shown to an operator. */
import { WorkflowNotFoundError } from '@temporalio/client'
import { flagAttention } from '../db/queries/charge/transitions.ts'
import { flagDisbursementAttention } from '../db/queries/disbursement/transitions.ts'
import { forgetTold, noteTold, type ToldMovement, type ToldReading, toldLongAgo } from '../db/queries/reading/told.ts'
import { flagReceiver } from '../db/queries/receiver/transitions.ts'
import { providerEventSignal, readingEventId } from '../workflows/messages.ts'
import type { ActivityDependencies } from './context.ts'
import { isStuck } from './sweep-watch.ts'

const BATCH = 200

export interface Teller {
  /** Called before the change is recorded, so that the sweep finds it if the process dies before `tell`. */
  note(reading: ToldReading): Promise<void>
  /** @returns false if the workflow is gone or has closed. */
  tell(reading: ToldReading, eventId: string): Promise<boolean>
}

export function workflowTeller({ database, temporal }: ActivityDependencies): Teller {
  return {
    note: (reading) => noteTold(database.writer, reading),
    tell: (reading, eventId) => signal(temporal, reading, eventId),
  }
}

/** Signals a workflow that is still running again. Flags a workflow that is stuck although its row has changed. */
export function checkTold({ database, temporal }: ActivityDependencies): (now: number) => Promise<void> {
  const db = database.writer
  return async (now) => {
    for (const { reading, movement } of await toldLongAgo(db, BATCH)) {
      const standing = await standingOf(movement, now)
      if (standing === 'runs') await signal(temporal, movement, readingEventId('again'))
      if (standing === 'stuck') await flagStuck(movement)
      await forgetTold(db, reading)
    }
  }

  /** The row has changed without its workflow, so a settled row is flagged too. */
  function flagStuck({ kind, id }: ToldMovement): Promise<unknown> {
    switch (kind) {
      case 'charge':
        return flagAttention(db, id, 'workflowStuck')
      case 'refund':
      case 'withdrawal':
        return flagDisbursementAttention(db, id, 'workflowStuck', true)
      case 'receiver':
        return flagReceiver(db, id, 'workflowStuck')
      // The charge is signalled instead, and noted under its own kind.
      case 'void':
        return Promise.resolve()
    }
  }

  async function standingOf({ kind, id }: ToldMovement, now: number): Promise<'over' | 'runs' | 'stuck'> {
    try {
      const { status, raw } = await temporal.workflow.getHandle(`${kind}/${id}`).describe()
      if (status.name !== 'RUNNING') return 'over'
      return isStuck(raw.pendingWorkflowTask, now) ? 'stuck' : 'runs'
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return 'over'
      throw error
    }
  }
}

/** A workflow that is gone or closed needs no signal, because its row is already correct. */
async function signal(
  temporal: ActivityDependencies['temporal'],
  { kind, id }: ToldReading,
  eventId: string,
): Promise<boolean> {
  try {
    await temporal.workflow.getHandle(`${kind}/${id}`).signal(providerEventSignal, { eventId })
    return true
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error
    return false
  }
}
