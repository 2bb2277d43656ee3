/** A receiver's status in a word that no table knows: it is kept and counted, and told to whoever reads the log, once. */
import { noteReceiverWord } from '../db/queries/receiver/transitions.ts'
import type { ActivityDependencies } from './context.ts'

export function receiverWordNoter({ database, metrics, logger }: ActivityDependencies) {
  return async (receiverId: string, provider: string, rawStatus: string | undefined): Promise<void> => {
    if (rawStatus === undefined || !(await noteReceiverWord(database.writer, receiverId, rawStatus))) return
    metrics.unmappedStatus(provider)
    logger.warn({ receiverId, rawStatus }, 'unknown provider status')
  }
}
