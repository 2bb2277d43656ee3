/** The contract between attempt.ts, which runs every attempt, and the kinds of movement, which each implement `AttemptKind`. */
import type { PlatformRow } from '../db/queries/access/platforms.ts'
import type { ProviderAccountRow } from '../db/queries/account/read.ts'
import type { Released } from '../db/queries/charge/attempt-ends.ts'
import type { AttemptClaim } from '../db/queries/charge/attempts.ts'
import type { ExchangeEntry } from '../db/schema/charges.ts'
import type { AttemptState } from '../domain/attempt.ts'
import type { ProviderError } from '../domain/provider-error.ts'
import type { Side } from '../domain/reconciliation.ts'
import type { Connection } from '../gateway/drive.ts'
import type { Provider, Steps } from '../providers/contract.ts'
import type { refusedEvents, SentEvent, UnknownEvent } from './attempt-events.ts'

/** The rows that every attempt needs. */
export interface Snapshot {
  account: ProviderAccountRow
  platform: PlatformRow
  attempt: StoredAttempt | null
  /** The attempt that the provider accepted, of any number. */
  made: { id: string } | null
  /** The attempt that was begun after this one. If there is one, this attempt is over. */
  next: { providerAccountId: string } | null
}

export interface StoredAttempt {
  state: AttemptState
  /** The last run that claimed it. While the state is `created`, that run was released. */
  claimedBy: string | null
  outcome: string | null
  errorKind: string | null
  errorMessage: string | null
  sealedJournal: string | null
  exchange: ExchangeEntry[]
}

/** An attempt keeps its id and time over all its runs, so that each run builds the same bytes. */
export interface Attempt {
  id: string
  number: number
  accountId: string
  provider: string
  createdAt: string
}

export type AttemptEnd<Made> =
  | Made
  | { outcome: 'refused'; kind: string; message: string }
  /** This attempt created nothing. Another one at the same account was begun, or may be. */
  | { outcome: 'again' }
  /** The movement's row is gone: its requester was told that it was not made. */
  | { outcome: 'abandoned' }

interface Trace {
  errorKind: string
  errorMessage: string
  exchange: ExchangeEntry[]
}

/** One activity run of an attempt. */
export interface Sending {
  /** An idempotency key makes a second request harmless. */
  repeatable: boolean
  /** An earlier run had committed that it was sending. */
  hadBegun: boolean
  /** When this run began, by the process's monotonic clock. */
  startedAt: number
  /** The id of this run, which it claims the attempt with. */
  run: string
}

export interface AtAccount {
  accountId: string
}

/** The differences between the kinds of movement: their rows, and the adapter's flow. */
export interface AttemptKind<
  Key extends AtAccount,
  S extends Snapshot,
  A extends Attempt & Key,
  C extends Connection,
  Answer,
  Made,
> {
  load(key: Key): Promise<S | undefined>
  /** The workflow's view of the created movement, if `made` is set. */
  made(snapshot: S): Made | undefined
  /** The movement's end, if something else than an attempt ended it. */
  ended(snapshot: S): AttemptEnd<Made> | undefined
  newAttempt(key: Key, snapshot: S): A
  /** @throws ApplicationFailure if the previous attempt is not over and cannot be closed. */
  closeBefore(snapshot: S, attempt: A): Promise<void>
  open(snapshot: S, attempt: A): Promise<C>
  /** Whether the present keys are those of the first request's merchant, and the provider still knows its idempotency key. */
  isKeyLive(snapshot: S, attempt: A, provider: Provider): boolean
  /** A second request is harmless, and no lookup is available that would be better. */
  isRepeatable(snapshot: S, provider: Provider): boolean
  /** The previous attempt was sent too, and only a search says that it created nothing. */
  isSecond(snapshot: S): boolean
  /** Why an attempt may not be sent, or sent again. */
  objection(snapshot: S): ProviderError | undefined
  /** Its provider's readings may not show yet what is to be given back. */
  isYoung(snapshot: S): boolean
  /** A failover may lose the row that says `sending`, and a second request could then move money twice. */
  isWorthNoting(snapshot: S): boolean
  /** Called before the flow begins. @returns a function that commits `sending`; if it returns false, nothing may be sent. */
  claimer(snapshot: S, attempt: A, connection: C, sending: Sending): Promise<(claim: AttemptClaim) => Promise<boolean>>
  flow(connection: C, snapshot: S, attempt: A): Steps<Answer>
  /** Our reference, as the provider has it. */
  referenceOf(key: Key): string
  /** What the provider has, if our row of it is gone. */
  theirs(snapshot: S, answer: Answer): Side
  /** The provider's id, which early notices name. */
  externalIdOf(answer: Answer): string | undefined
  /** @returns undefined if the attempt was already over. */
  recordAnswer(
    snapshot: S,
    attempt: A,
    answer: Answer,
    told: { exchange: ExchangeEntry[]; workflowRunId: string },
  ): Promise<Made | undefined>
  /** @returns false if the attempt already ended another way, another run is sending, or another attempt is the answer. */
  recordRefusal(
    attempt: A,
    refusal: { kind: ProviderError['kind']; message: string; claimedBy: string } & {
      exchange: ExchangeEntry[]
      workflowRunId: string
      events: ReturnType<typeof refusedEvents>
    },
  ): Promise<boolean>
  recordUnknown(
    attempt: A,
    run: string,
    unknown: Trace & { events: readonly (SentEvent | UnknownEvent)[] },
  ): Promise<void>
  /** Sets the attempt back to `created`, because certainly nothing was processed. */
  release(attempt: A, run: string, change: Released, error: ProviderError): Promise<void>
  saveJournal(attempt: A, run: string, sealedJournal: string): Promise<void>
  flagMismatch(attempt: A): Promise<void>
  /** Deletes data that was kept only for sending, because the attempt will not be sent again. */
  forgetWhatWasSent(attempt: A): Promise<void>
}
