import { VOID_REASONS, type VoidReason } from '../../../../domain/decision.ts'

/** Why a decision came to nothing, for the small print of its entry in a timeline. */
export function voidNotes(
  detail: Readonly<Record<string, unknown>> | null,
  sentenceOf: (why: VoidReason) => string,
): string[] {
  const why = VOID_REASONS.find((known) => known === detail?.why)
  return why ? [sentenceOf(why)] : []
}
