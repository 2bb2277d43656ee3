/** Further payments of a code that is paid already. Each is a transaction in the books, under an id that the provider never states. */
import type { Books, Transaction } from './provider.ts'

const FURTHER = 'further payments'
const PAYS = 'pays'

/** The oldest first. */
export const furtherPayments = (books: Books, id: string): readonly Transaction[] =>
  furtherIds(books, id).flatMap((further) => books.find(further) ?? [])

/** The id of the transaction that is paid: of the first payment it is its own. */
export const paidTransaction = (books: Books, id: string): string => String(books.recall(PAYS, id) ?? id)

/** The transaction whose Pix has that end-to-end id. */
export const transactionOfPix = (books: Books, endToEndId: string | undefined): Transaction | undefined =>
  books.createdBetween(0, books.now()).find((transaction) => transaction.endToEndId === endToEndId)

export function rememberFurther(books: Books, of: string, id: string): void {
  books.remember(FURTHER, of, [...furtherIds(books, of), id])
  books.remember(PAYS, id, of)
}

const furtherIds = (books: Books, id: string) => (books.recall(FURTHER, id) ?? []) as readonly string[]
