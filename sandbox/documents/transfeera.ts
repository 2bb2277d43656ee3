/** How TRANSFEERA lists the Pix that have arrived for a txid, and the refunds of each. */
import { toReais } from '../../domain/money.ts'
import { furtherPayments, transactionOfPix } from '../further-payments.ts'
import { randomWord } from '../identifiers.ts'
import type { Answer, Books, Call } from '../provider.ts'
import { refundsOf } from '../refunds.ts'

export function listCashIns({ query }: Call, books: Books): Answer {
  const transaction = books.find(query.txid ?? '')
  const arrived =
    transaction && transaction.paidAt !== null ? [transaction, ...furtherPayments(books, transaction.id)] : []
  const entries = arrived.map(({ amount, endToEndId }) => ({
    id: randomWord(8),
    type: 'DEPOSIT',
    txid: transaction?.id,
    value: toReais(amount),
    end2end_id: endToEndId,
  }))
  return { status: 200, body: { entries, pagination: { items_per_page: 100, total_items: entries.length } } }
}

/** A completed refund has the bank's id; a failed one has an error. */
export function listRefunds({ params }: Call, books: Books): Answer {
  const paid = transactionOfPix(books, params.id)
  const entries = (paid ? refundsOf(books, paid.id) : []).map(({ id, reference, amount, stage }) => ({
    id,
    type: 'DEPOSIT_REFUND',
    value: toReais(amount),
    integration_id: reference,
    end2end_id: params.id,
    return_id: stage === 'done' ? `D${id}` : null,
    error_code: stage === 'denied' ? 'AC03' : null,
    error_message: stage === 'denied' ? 'Conta inválida' : null,
  }))
  return { status: 200, body: { entries } }
}
