/** What a try of any movement looks at and leaves behind: the machine in attempt.ts runs it, each kind of movement fills it in. */
import type { PlatformRow } from '../db/queries/access/people.ts'
import type { ProviderAccountRow } from '../db/queries/account/read.ts'
import type { ExchangeEntry } from '../db/schema/charges.ts'
import type { ProviderError } from '../domain/provider-error.ts'
import type { Connection } from '../gateway/drive.ts'
import type { Provider, Steps } from '../providers/contract.ts'
import type { refusedEvents, SentEvent, UnknownEvent } from './attempt-events.ts'

/** What of a movement's rows every try looks at. */
export interface Snapshot {
  account: ProviderAccountRow
  platform: PlatformRow
  attempt: AttemptState | null
  /** The attempt that the provider took, whichever number it has. */
  made: { id: string } | null
  /** The attempt that was begun after this one: this one is over, and the workflow took this way. */
  next: { providerAccountId: string } | null
}

export interface AttemptState {
  state: string
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
  /** Nothing came of this attempt, and another one at the same account was begun, or may be. */
  | { outcome: 'again' }
  /** The movement is gone: its requester was told that it was not made. */
  | { outcome: 'abandoned' }

interface Trace {
  errorKind: string
  errorMessage: string
  exchange: ExchangeEntry[]
}

/** One run's part in an attempt. */
export interface Sending {
  /** An idempotency key makes a second sending harmless. */
  repeatable: boolean
  /** An earlier run had committed that it was sending. */
  hadBegun: boolean
  /** When this run began, by the process's own clock. */
  startedAt: number
  /** This run: what it has claimed is its own. */
  run: string
  /** This run has committed that it is sending. */
  claimed: boolean
}

interface Claim {
  by: string
  sealedJournal: string | null
  repeatable: boolean
}

export interface AtAccount {
  accountId: string
}

/** What differs from one kind of movement to another: its rows, and the adapter's flow. */
export interface AttemptKind<
  Key extends AtAccount,
  S extends Snapshot,
  A extends Attempt & Key,
  C extends Connection,
  Answer,
  Made,
> {
  load(key: Key): Promise<S | undefined>
  /** As the workflow needs to know it, where `made` is there. */
  made(snapshot: S): Made | undefined
  /** What has ended the movement, which is not any attempt of it. */
  ended(snapshot: S): AttemptEnd<Made> | undefined
  newAttempt(key: Key, snapshot: S): A
  /** @throws ApplicationFailure when the attempt before is not over and cannot be closed. */
  closeBefore(snapshot: S, attempt: A): Promise<void>
  open(snapshot: S, attempt: A): Promise<C>
  /** Whether the provider still knows the key of what was sent under it. */
  isKeyLive(snapshot: S, attempt: A, provider: Provider): boolean
  /** A second sending is harmless, and nothing better than it can be done. */
  isRepeatable(snapshot: S, provider: Provider): boolean
  /** The attempt before it was sent too, and only a search says that nothing came of it. */
  isSecond(snapshot: S): boolean
  /** Why nothing may be sent (any more), although it has not been. */
  objection(snapshot: S): ProviderError | undefined
  /** A failover may lose the row that says that it was sent, and a second one would cost somebody. */
  isWorthNoting(snapshot: S): boolean
  /** Called before the flow begins. @returns what commits `sending`; false: it must not be sent. */
  claimer(snapshot: S, attempt: A, connection: C, sending: Sending): Promise<(claim: Claim) => Promise<boolean>>
  flow(connection: C, snapshot: S, attempt: A): Steps<Answer>
  /** What the provider calls it: early notices name it. */
  externalIdOf(answer: Answer): string | undefined
  /** @returns undefined when the attempt was over before. */
  recordAnswer(
    snapshot: S,
    attempt: A,
    answer: Answer,
    told: { exchange: ExchangeEntry[]; workflowRunId: string },
  ): Promise<Made | undefined>
  /** @returns false when it had ended otherwise before, or another run is sending. */
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
  /** Back to `created`: surely nothing was processed. */
  release(
    attempt: A,
    run: string,
    change: { sealedJournal: string | null; exchange: ExchangeEntry[]; errorKind?: string; errorMessage?: string },
    error: ProviderError,
  ): Promise<void>
  saveJournal(attempt: A, run: string, sealedJournal: string): Promise<void>
  flagMismatch(attempt: A): Promise<void>
  /** It will not be sent again: what was kept only to send it goes. */
  forgetWhatWasSent(attempt: A): Promise<void>
}
