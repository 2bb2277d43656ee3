/** Sets up Temporal's native core once per process: it logs to our logger and installs no signal handlers. */
import { Runtime } from '@temporalio/worker'
import type { Logger } from 'pino'

let installed = false

/** The library warns about every worker without workflows. One of ours has none on purpose. */
const AS_MEANT = 'No workflows registered, not polling for workflow tasks'

export function installRuntime(logger: Logger): void {
  if (installed) return
  installed = true
  const at =
    (level: 'trace' | 'debug' | 'info' | 'warn' | 'error') =>
    (message: string, meta?: object): void => {
      logger[message === AS_MEANT ? 'debug' : level](meta ?? {}, message)
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
