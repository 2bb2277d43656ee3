/** The line over which a charge is made: with what stands for its card, where a card pays. */
import { open } from '../config/seal.ts'
import type { AttemptScene, NewAttempt } from '../db/queries/attempts.ts'
import { MESSAGES } from '../domain/messages.ts'
import { ProviderError } from '../domain/provider-error.ts'
import { type LineFactory, type OpenLine, openLine } from './line.ts'

/** `cardToken` is a secret among the line's: it appears in nothing that is kept of an exchange. */
export type AttemptLine = OpenLine & { cardToken: string | undefined }

/** @throws ProviderError as `openLine` does, and InvalidRequest when the card is known to another account only. */
export async function openAttemptLine(
  lines: LineFactory,
  { account, platform, card }: AttemptScene,
  { createdAt, id }: NewAttempt,
): Promise<AttemptLine> {
  if (card && card.providerAccountId !== account.id) throw new ProviderError('InvalidRequest', MESSAGES.errorSavingCard)
  const cardToken = card ? open(card.sealedToken, lines.sealKey) : undefined
  const line = await openLine(lines, account, platform, { now: createdAt, id })
  return { ...line, cardToken, secrets: cardToken === undefined ? line.secrets : [...line.secrets, cardToken] }
}
