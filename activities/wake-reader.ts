/** Wakes the reader of an account that has readings due. */
import { accountsToVoidAt } from '../db/queries/charge/other-payments.ts'
import type { ReadAccount } from '../db/queries/reading/due.ts'
import {
  accountReaderWorkflowId,
  dueSignal,
  type ReaderInput,
  SEARCH_ATTRIBUTES,
  TASK_QUEUES,
  WORKFLOW_TYPES,
} from '../workflows/messages.ts'
import { TITLES } from '../workflows/texts.ts'
import type { ActivityDependencies } from './context.ts'

/** How many woken accounts one process remembers. */
const MOST = 10_000

/** Starts the reader, or wakes it. Harmless when it is awake. */
export async function wakeReader(
  { temporal }: Pick<ActivityDependencies, 'temporal'>,
  { id: accountId, platformId, provider }: ReadAccount,
): Promise<void> {
  await temporal.workflow.signalWithStart(WORKFLOW_TYPES.accountReader, {
    workflowId: accountReaderWorkflowId(accountId),
    taskQueue: TASK_QUEUES.recovery,
    signal: dueSignal,
    signalArgs: [],
    args: [{ accountId, platformId }] satisfies [ReaderInput],
    priority: { fairnessKey: platformId },
    typedSearchAttributes: [
      { key: SEARCH_ATTRIBUTES.provider, value: provider },
      { key: SEARCH_ATTRIBUTES.platformId, value: platformId },
    ],
    staticSummary: TITLES.reader(provider),
  })
}

/**
 * Wakes the reader without making the caller wait. A process wakes an account at most as often as its reader looks by itself. If a
 * wake-up is lost, the sweep repeats it.
 */
export function readerWaker(dependencies: ActivityDependencies): (account: ReadAccount) => void {
  const wokenAt = new Map<string, number>()
  return ({ id, platformId, provider }) => {
    const now = Date.now()
    if (now - (wokenAt.get(id) ?? 0) < dependencies.rhythm.lookEveryMs) return
    if (wokenAt.size >= MOST) wokenAt.clear()
    wokenAt.set(id, now)
    wakeReader(dependencies, { id, platformId, provider }).catch((error: unknown) => {
      wokenAt.delete(id)
      dependencies.logger.warn({ accountId: id, err: error }, 'a reader was not woken')
    })
  }
}

/** Wakes the readers that withdraw the codes of a charge that was given up. If a wake-up is lost, the sweep repeats it. */
export async function wakeToVoid(dependencies: ActivityDependencies, chargeId: string): Promise<void> {
  try {
    const accounts = await accountsToVoidAt(dependencies.database.writer, chargeId)
    for (const account of accounts) await wakeReader(dependencies, account)
  } catch (error) {
    dependencies.logger.warn({ chargeId, err: error }, 'a reader was not woken to withdraw a code')
  }
}
