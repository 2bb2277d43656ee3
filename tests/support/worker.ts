/** A worker in this process, with the workflows that the run has bundled. */
import { inject } from 'vitest'
import { tracing } from '../../telemetry/tracing.ts'
import { type RunningWorker, startWorker } from '../../worker/worker.ts'

/** As `startWorker`; one that traces has a bundle of its own. */
export function startTestWorker(
  ...[settings, logger, changes]: Parameters<typeof startWorker>
): Promise<RunningWorker> {
  const bundled = tracing() ? undefined : { codePath: inject('workflowBundlePath') }
  return startWorker(settings, logger, changes, bundled)
}
