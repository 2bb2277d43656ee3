import { ActivityFailure, ApplicationFailure } from '@temporalio/workflow'
import { isNotProcessed, isRefusal, NOT_OURS, type ProviderErrorKind } from '../../domain/provider-error.ts'

export interface FailureReading {
  message: string
  /** The provider error's kind, or our own; undefined for a crash or a time-out. */
  kind?: string
  /** The provider refused. A retry changes nothing. */
  refused: boolean
  /** True only if it is certain. False after a timeout, a crash or an unknown kind of error. */
  surelyNotProcessed: boolean
}

/** What a failed activity means. Any other error is a defect and is rethrown. */
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
