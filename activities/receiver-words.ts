/** Stores, counts and logs a receiver's status word that no table maps, once per word. */
import { noteReceiverWord } from '../db/queries/receiver/transitions.ts'
import type { ActivityDependencies } from './context.ts'

export function receiverWordNoter({ database, metrics, logger }: ActivityDependencies) {
  return async (receiverId: string, provider: string, rawStatus: string | undefined): Promise<void> => {
    if (rawStatus === undefined || !(await noteReceiverWord(database.writer, receiverId, rawStatus))) return
    metrics.unmappedStatus(provider)
    logger.warn({ receiverId, rawStatus }, 'unknown provider status')
  }
}
