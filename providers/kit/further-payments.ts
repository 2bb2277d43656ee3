/** Payments of one transaction after its first: a Pix code can be paid more than once. Each is named by the transaction's id and its own. */

/** Neither id has a dot. */
const SEPARATOR = '.'

/** What a payment is called that came after another one. @returns undefined unless both ids are stated. */
export const furtherPaymentId = (transactionId: unknown, ownId: unknown): string | undefined =>
  typeof transactionId === 'string' && typeof ownId === 'string' ? `${transactionId}${SEPARATOR}${ownId}` : undefined

export const isFurtherPayment = (transactionId: string): boolean => transactionId.includes(SEPARATOR)

/** @returns `ownId` undefined for the transaction's first payment. */
export function paymentNamed(transactionId: string): { whole: string; ownId: string | undefined } {
  const [whole = '', ownId] = transactionId.split(SEPARATOR)
  return { whole, ownId }
}

/**
 * The payments among a transaction's that an id means: the one that it names, or, for the first, those that no other id names.
 * @param beside what the charge's other payments are called.
 */
export function paymentsMeant<Listed>(
  listed: readonly Listed[],
  { transactionId, beside = [] }: { transactionId: string; beside?: readonly string[] },
  ownIdOf: (one: Listed) => unknown,
): Listed[] {
  const { whole, ownId } = paymentNamed(transactionId)
  if (ownId !== undefined) return listed.filter((one) => ownIdOf(one) === ownId)
  const others: readonly (string | undefined)[] = beside
  return listed.filter((one) => {
    const name = furtherPaymentId(whole, ownIdOf(one))
    return name === undefined || !others.includes(name)
  })
}
