import { Client, Connection } from '@temporalio/client'
import { dataConverter } from './data-converter.ts'

export interface TemporalOptions {
  temporalAddress: string
  temporalNamespace: string
  masterKey: Buffer
}

/** Without these gRPC waits up to two minutes before it looks whether a server that was down is back. */
const RECONNECT = { 'grpc.initial_reconnect_backoff_ms': 250, 'grpc.max_reconnect_backoff_ms': 2000 }

/** Lazy: connecting happens at the first call, so a process can start while Temporal is down. */
export function temporalClient({ temporalAddress, temporalNamespace, masterKey }: TemporalOptions): Client {
  return new Client({
    connection: Connection.lazy({ address: temporalAddress, channelArgs: RECONNECT }),
    namespace: temporalNamespace,
    dataConverter: dataConverter(masterKey),
  })
}
