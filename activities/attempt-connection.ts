/** The connection that creates a charge, with the provider's tokens of its card and its receiver. */
import { open, openWithKey } from '../config/seal.ts'
import type { AttemptSnapshot, NewAttempt } from '../db/queries/charge/attempts.ts'
import { defined } from '../domain/defined.ts'
import { MESSAGES } from '../domain/messages.ts'
import { ProviderError } from '../domain/provider-error.ts'
import type { TransactionRequest } from '../domain/transaction.ts'
import { type Connections, cardKeyOf, openConnection } from '../gateway/connection.ts'
import type { Connection } from '../gateway/drive.ts'

/**
 * The tokens are among the connection's secrets, so they are masked in every stored exchange. A security code is masked only in its
 * own field: elsewhere the same three digits are part of an amount or an id.
 */
export interface AttemptConnection extends Connection {
  opened: Pick<TransactionRequest, 'cardId' | 'cvv' | 'receiverToken'>
}

/** @throws ProviderError as `openConnection` does, and InvalidRequest if the card belongs to another account or was removed. */
export async function openAttemptConnection(
  connections: Connections,
  { charge, account, platform, card, code }: AttemptSnapshot,
  { createdAt, id }: NewAttempt,
): Promise<AttemptConnection> {
  if (card && !isUsable(card, account)) throw new ProviderError('InvalidRequest', MESSAGES.errorSavingCard)
  const { sealedReceiverToken } = charge.extras
  const kept = card && openWithKey(card.sealedToken, connections.sealKey)
  const tokens = defined({
    cardId: kept?.plain,
    receiverToken: sealedReceiverToken === undefined ? undefined : open(sealedReceiverToken, connections.sealKey),
  })
  const connection = await openConnection(connections, account, platform, { now: createdAt, id })
  const opened = { ...tokens, ...defined({ cvv: code ? open(code.sealedCode, connections.sealKey) : undefined }) }
  const context = {
    ...connection.context,
    ...defined({ cardKey: kept ? cardKeyOf(kept.key, connection.provider.code) : undefined }),
  }
  return { ...connection, context, opened, secrets: [...connection.secrets, ...Object.values(tokens)] }
}

function isUsable(card: NonNullable<AttemptSnapshot['card']>, account: AttemptSnapshot['account']): boolean {
  return card.providerAccountId === account.id && card.sealedToken !== ''
}
