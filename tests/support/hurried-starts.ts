/** Movements that the API starts, with waits as short as those of movements that a test starts itself: no request asks for them. */
import { Client, type WorkflowClientInterceptor } from '@temporalio/client'
import type { TemporalOptions } from '../../temporal/client.ts'
import { dataConverter } from '../../temporal/data-converter.ts'
import type { ChargeTiming } from '../../workflows/charge/timing.ts'
import type { DisbursementTiming } from '../../workflows/disbursement/timing.ts'
import type { ReceiverTiming } from '../../workflows/receiver/timing.ts'

/** By workflow type. */
export interface Waits {
  charge?: Partial<ChargeTiming>
  refund?: Partial<DisbursementTiming>
  withdrawal?: Partial<DisbursementTiming>
  receiver?: Partial<ReceiverTiming>
}

/** @returns a client of the same connection, whose workflows wait so. */
export function hurryingClient({ connection, options }: Client, { masterKey }: TemporalOptions, waits: Waits): Client {
  const hurried = <Options extends { args: unknown[] }>(type: string, start: Options): Options => {
    const timing = waits[type as keyof Waits]
    const [input] = start.args
    return timing && typeof input === 'object' ? { ...start, args: [{ ...input, timing }] } : start
  }
  const hurry: WorkflowClientInterceptor = {
    startWithDetails: (input, next) => next({ ...input, options: hurried(input.workflowType, input.options) }),
    startUpdateWithStart: (input, next) =>
      next({ ...input, workflowStartOptions: hurried(input.workflowType, input.workflowStartOptions) }),
  }
  return new Client({
    connection,
    namespace: options.namespace,
    dataConverter: dataConverter(masterKey, 'refuse'),
    interceptors: { workflow: [hurry] },
  })
}
