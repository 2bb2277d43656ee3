/** The library repeats a call that failed after a while, whatever has happened since: on a connection that is closed by then that threw where nobody catches it, and ended the process. */
import type { ConnectionOptions } from '@temporalio/client'

type Interceptor = NonNullable<ConnectionOptions['interceptors']>[number]
type Call = ReturnType<Interceptor>

/** gRPC's CANCELLED, which is not tried again. */
const CANCELLED = 1

/** Goes after the one that repeats: a call that cannot be begun any more fails as others do. */
export const failAfterClose: Interceptor = (options, nextCall) => {
  try {
    return nextCall(options) as Call
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error))
  }
}

function failed(details: string): Call {
  const nothing = () => undefined
  const call: Pick<Call, 'start' | 'sendMessage' | 'halfClose' | 'startRead' | 'cancelWithStatus'> = {
    start: (metadata, listener) => listener?.onReceiveStatus?.({ code: CANCELLED, details, metadata }),
    sendMessage: nothing,
    halfClose: nothing,
    startRead: nothing,
    cancelWithStatus: nothing,
  }
  return call as Call
}
