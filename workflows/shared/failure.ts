import { ActivityFailure, ApplicationFailure } from '@temporalio/workflow'
import { isNotProcessed, isRefusal, NOT_OURS, type ProviderErrorKind } from '../../domain/provider-error.ts'

export interface FailureReading {
  message: string
  /** The provider error's kind, or our own; undefined for a crash or a time-out. */
  kind?: string
  /** The provider said no: asking again changes nothing. */
  refused: boolean
  /** Only what is known for certain counts; a timeout, a crash or a kind that we do not know does not. */
  surelyNotProcessed: boolean
}

/** What a failed activity means. Anything that is not an activity's failure is a defect and is thrown on. */
export function readFailure(error: unknown): FailureReading {
  if (!(error instanceof ActivityFailure)) throw error
  const { cause } = error
  if (!(cause instanceof ApplicationFailure)) {
    return { message: cause?.message ?? error.message, refused: false, surelyNotProcessed: false }
  }
  if (cause.type === NOT_OURS)
    return { message: cause.message, kind: NOT_OURS, refused: true, surelyNotProcessed: false }
  const kind = cause.type as ProviderErrorKind
  return { message: cause.message, kind, refused: isRefusal(kind), surelyNotProcessed: isNotProcessed(kind) }
}
