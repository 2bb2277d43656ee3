/** The line over which a charge is made: with what stands for its card, and for its receiver, at this provider. */
import { open } from '../config/seal.ts'
import type { AttemptScene, NewAttempt } from '../db/queries/attempts.ts'
import { MESSAGES } from '../domain/messages.ts'
import { ProviderError } from '../domain/provider-error.ts'
import type { TransactionRequest } from '../domain/transaction.ts'
import { type LineFactory, type OpenLine, openLine } from './line.ts'

/** The tokens are secrets among the line's: they appear in nothing that is kept of an exchange. */
export interface AttemptLine extends OpenLine {
  opened: Pick<TransactionRequest, 'cardId' | 'receiverToken'>
}

/** @throws ProviderError as `openLine` does, and InvalidRequest when the card is another account's, or was removed. */
export async function openAttemptLine(
  lines: LineFactory,
  { charge, account, platform, card }: AttemptScene,
  { createdAt, id }: NewAttempt,
): Promise<AttemptLine> {
  if (card && !isUsable(card, account)) throw new ProviderError('InvalidRequest', MESSAGES.errorSavingCard)
  const { sealedReceiverToken } = charge.extras
  const opened = {
    ...(card ? { cardId: open(card.sealedToken, lines.sealKey) } : {}),
    ...(sealedReceiverToken === undefined ? {} : { receiverToken: open(sealedReceiverToken, lines.sealKey) }),
  }
  const line = await openLine(lines, account, platform, { now: createdAt, id })
  return { ...line, opened, secrets: [...line.secrets, ...Object.values(opened)] }
}

function isUsable(card: NonNullable<AttemptScene['card']>, account: AttemptScene['account']): boolean {
  return card.providerAccountId === account.id && card.sealedToken !== ''
}
