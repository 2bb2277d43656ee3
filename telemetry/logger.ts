/** Logs for people and machines that must never learn a secret: no headers, no bodies, no addresses with tokens in them. */
import pino, { type DestinationStream, type Logger } from 'pino'
import type { Settings } from '../config/env.ts'
import { isDatabaseAway } from '../db/errors.ts'
import { maskCardNumbers } from '../domain/card-number.ts'
import { defined } from '../domain/defined.ts'

const REDACTED = [
  'authorization',
  'cookie',
  'password',
  'secretKey',
  'publicKey',
  'webhookSecret',
  'key',
  'cardNumber',
  'cvv',
]

/** The one logger of a process. Temporal's library names its errors `error`, the rest of the code `err`. */
export function processLogger(
  name: string,
  { logLevel }: Pick<Settings, 'logLevel'>,
  destination: DestinationStream = pino.destination(1),
): Logger {
  return pino(
    {
      name,
      level: logLevel,
      redact: REDACTED.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      serializers: {
        err: (err) => errorForLog(err),
        error: (error) => errorForLog(error),
        req: () => undefined,
        res: () => undefined,
      },
    },
    destination,
  )
}

/**
 * A failed query's own message carries its parameters, which are people's data: only its cause is kept.
 * @param isOfOutage it is the cause of an error that tells of an outage.
 */
function errorForLog(error: unknown, isOfOutage = false): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, stack, cause } = error
  if ('query' in error && 'params' in error) {
    return { type: name, message: `Query failed: ${String(error.query).slice(0, 500)}`, cause: errorForLog(cause) }
  }
  const code = 'code' in error ? { code: error.code } : {}
  return {
    type: name,
    message: maskCardNumbers(error.message),
    ...code,
    ...defined({
      kind: ON_PURPOSE.includes(name) ? kindOf(error) : undefined,
      stack: stack === undefined || isOfOutage || isNoDefect(error) ? undefined : maskCardNumbers(stack),
      cause: cause === undefined ? undefined : errorForLog(cause, isTemporalSilent(error)),
    }),
  }
}

/** What adapters and activities throw on purpose. */
const ON_PURPOSE = ['ProviderError', 'ApplicationFailure']

/** Temporal's failures call theirs `type`. */
const kindOf = (error: object) => ('kind' in error ? error.kind : 'type' in error ? error.type : undefined)

/** A stack says nothing of an outage, or of what was thrown on purpose: the message and the code do. */
const isNoDefect = (error: Error) => ON_PURPOSE.includes(error.name) || isDatabaseAway(error) || isTemporalSilent(error)

/** gRPC's DEADLINE_EXCEEDED and UNAVAILABLE; and what the client calls an update that no worker has answered in time. */
const SILENT: readonly unknown[] = [4, 14]

function isTemporalSilent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.name === 'WorkflowUpdateRPCTimeoutOrCancelledError') return true
  return ('code' in error && SILENT.includes(error.code)) || isTemporalSilent(error.cause)
}
