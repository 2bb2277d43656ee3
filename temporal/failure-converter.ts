/** Failure messages may quote a provider, so they are sealed like all payloads. Loaded by path, in workflows too. */
import { DefaultFailureConverter } from '@temporalio/common'

export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true })
