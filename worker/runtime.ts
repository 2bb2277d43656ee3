/** Sets up Temporal's native core once per process: it logs to our logger and installs no signal handlers. */
import { ApplicationFailure } from '@temporalio/common'
import { Runtime } from '@temporalio/worker'
import type { Logger } from 'pino'
import { NOT_OURS, NOT_PROCESSED, ProviderError, REFUSALS, UNKNOWN_OUTCOMES } from '../domain/provider-error.ts'

let installed = false

/** The library warns about every worker without workflows. One of ours has none on purpose. */
const AS_MEANT = 'No workflows registered, not polling for workflow tasks'

/** Failures whose kind and message say all: activities make them of what a provider, a seller's address or the mail server did. */
const FORESEEN: ReadonlySet<string> = new Set([
  ...REFUSALS,
  ...NOT_PROCESSED,
  ...UNKNOWN_OUTCOMES,
  NOT_OURS,
  'NotDelivered',
  'StepFailed',
  'Stopping',
])

/** What the library knows of an activity, without its token, and with a stack only where the failure was not foreseen. */
function withoutNoise(meta: object): object {
  const { taskToken: _, ...facts } = meta as { taskToken?: unknown; error?: unknown }
  const { error, ...rest } = facts
  const kind = kindOf(error)
  if (!(error instanceof Error) || kind === undefined || !FORESEEN.has(kind)) return facts
  return { ...rest, kind, reason: error.message }
}

function kindOf(error: unknown): string | undefined {
  if (error instanceof ProviderError) return error.kind
  return error instanceof ApplicationFailure ? (error.type ?? undefined) : undefined
}

export function installRuntime(logger: Logger): void {
  if (installed) return
  installed = true
  const at =
    (level: 'trace' | 'debug' | 'info' | 'warn' | 'error') =>
    (message: string, meta: object = {}): void => {
      logger[message === AS_MEANT ? 'debug' : level](withoutNoise(meta), message)
    }
  Runtime.install({
    shutdownSignals: [],
    logger: {
      log: (level, message, meta) => at(level.toLowerCase() as 'info')(message, meta),
      trace: at('trace'),
      debug: at('debug'),
      info: at('debug'),
      warn: at('warn'),
      error: at('error'),
    },
  })
}
