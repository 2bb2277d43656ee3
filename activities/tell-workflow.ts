/** A movement's workflow is told of what a reading changed, and looked at afterwards: one that cannot hear it is shown to a person. */
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
  /** Before what it will be told of is written down: whoever dies in between leaves it to the sweep. */
  note(reading: ToldReading): Promise<void>
  /** @returns false when the workflow is gone, or has closed. */
  tell(reading: ToldReading, eventId: string): Promise<boolean>
}

export function workflowTeller({ database, temporal }: ActivityDependencies): Teller {
  return {
    note: (reading) => noteTold(database.writer, reading),
    tell: (reading, eventId) => signal(temporal, reading, eventId),
  }
}

/** Whoever was told and runs still is told again; whoever cannot move although its row has is stuck. */
export function checkTold({ database, temporal }: ActivityDependencies): () => Promise<void> {
  const db = database.writer
  return async () => {
    for (const { reading, movement } of await toldLongAgo(db, BATCH)) {
      const standing = await standingOf(movement)
      if (standing === 'runs') await signal(temporal, movement, readingEventId('again'))
      if (standing === 'stuck') await flagStuck(movement)
      await forgetTold(db, reading)
    }
  }

  /** Its row has moved without it, and may be settled. */
  function flagStuck({ kind, id }: ToldMovement): Promise<unknown> {
    switch (kind) {
      case 'charge':
        return flagAttention(db, id, 'workflowStuck')
      case 'refund':
      case 'withdrawal':
        return flagDisbursementAttention(db, id, 'workflowStuck', true)
      case 'receiver':
        return flagReceiver(db, id, 'workflowStuck')
      // Its charge is told, and noted as such.
      case 'void':
        return Promise.resolve()
    }
  }

  async function standingOf({ kind, id }: ToldMovement): Promise<'over' | 'runs' | 'stuck'> {
    try {
      const { status, raw } = await temporal.workflow.getHandle(`${kind}/${id}`).describe()
      if (status.name !== 'RUNNING') return 'over'
      return isStuck(raw.pendingWorkflowTask) ? 'stuck' : 'runs'
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return 'over'
      throw error
    }
  }
}

/** One that is gone, or has closed, needs to know nothing: its row is right. */
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
