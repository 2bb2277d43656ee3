/** Failure messages may quote a provider, so they are sealed like everything else. Loaded by path, in workflows too. */
import { DefaultFailureConverter } from '@temporalio/common'

export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true })
