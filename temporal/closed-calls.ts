/**
 * Makes calls on a closed connection fail instead of throw. The library retries a failed call later; if the connection is closed by
 * then, the retry threw an uncaught exception that ended the process.
 */
import type { ConnectionOptions } from '@temporalio/client'

type Interceptor = NonNullable<ConnectionOptions['interceptors']>[number]
type Call = ReturnType<Interceptor>

/** gRPC's CANCELLED, which is not retried. */
const CANCELLED = 1

/** Placed after the retry interceptor, so that a call that cannot be started fails like any other. */
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
