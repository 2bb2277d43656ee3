/** A worker in this process, with the workflows that the run has bundled. */
import { inject } from 'vitest'
import { tracing } from '../../telemetry/tracing.ts'
import { type RunningWorker, startWorker } from '../../worker/worker.ts'

/**
 * As `startWorker`; one that traces has a bundle of its own. Its workflows run on this thread: three others would be started for each
 * test file, and each read the engine anew. The product's own processes have them, under the faults, at the start and in the benches.
 */
export function startTestWorker(
  ...[settings, logger, changes]: Parameters<typeof startWorker>
): Promise<RunningWorker> {
  const bundled = tracing() ? {} : { workflowBundle: { codePath: inject('workflowBundlePath') } }
  return startWorker(settings, logger, changes, { ...bundled, debugMode: true })
}
