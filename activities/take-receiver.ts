/** Reads a receiver until it is approved or refused, and after that too: its balance and its status may still change. */
import { loadReceiver } from '../db/queries/receiver/attempts.ts'
import { readingKey } from '../db/queries/receiver/events.ts'
import { isOperatorsWord } from '../db/queries/receiver/readings.ts'
import { moveReceiver, updateBalance } from '../db/queries/receiver/transitions.ts'
import { RECEIVER_EVERY_MS } from '../domain/poll-rhythm.ts'
import { isReceiverSettled } from '../domain/receiver.ts'
import type { Connections } from '../gateway/connection.ts'
import { readingEventId, UNREADABLE } from '../workflows/messages.ts'
import type { ActivityDependencies } from './context.ts'
import { readAtProvider } from './read-receiver.ts'
import { NEVER_AGAIN, type Take, type Taken } from './taken.ts'
import type { Teller } from './tell-workflow.ts'

const always = (everyMs: number): Taken => ({ windowMs: Number.POSITIVE_INFINITY, everyMs })

export function takeReceiver(
  dependencies: ActivityDependencies,
  connections: Connections,
  { note, tell }: Teller,
): Take {
  const db = dependencies.database.writer
  return async (due) => {
    const { id, settled } = due
    const snapshot = await loadReceiver(db, id)
    if (!snapshot) return NEVER_AGAIN
    const { receiver, account } = snapshot
    // A PENDING receiver is still read if its account is disabled, because it waits for an approval.
    if (settled && (!account.enabled || account.deletedAt !== null)) {
      return { ...always(RECEIVER_EVERY_MS.REJECTED), isUnasked: true }
    }
    const reading = await readAtProvider(dependencies, connections, snapshot)
    if (reading === 'unreadable') {
      if (settled) return NEVER_AGAIN
      await note(due)
      await tell(due, UNREADABLE)
      return NEVER_AGAIN
    }
    const { status, balance, unknownWord } = reading
    if (balance !== undefined) await updateBalance(db, id, balance)
    if (await isOperatorsWord(db, id)) return always(RECEIVER_EVERY_MS[receiver.status])
    if (settled) {
      const asks = unknownWord === undefined ? {} : ({ asks: 'unmappedStatus' } as const)
      const now = await moveReceiver(db, id, { to: status, cause: 'poll', key: readingKey(), revises: true, ...asks })
      return always(RECEIVER_EVERY_MS[now ?? status])
    }
    if (!isReceiverSettled(status)) return always(RECEIVER_EVERY_MS.PENDING)
    await note(due)
    await moveReceiver(db, id, { to: status, cause: 'poll', key: readingKey() })
    await tell(due, readingEventId(status))
    return always(RECEIVER_EVERY_MS[status])
  }
}
