/** How TRANSFEERA lists the Pix that have arrived for a txid, and the refunds of each. */
import { cents, toReais } from '../../domain/money.ts'
import { furtherPayments, transactionOfPix } from '../further-payments.ts'
import { randomWord } from '../identifiers.ts'
import type { Answer, Books, Call, Transaction } from '../provider.ts'
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

/** A completed refund has the bank's id; a failed one has an error. What is refunded in the dashboard names no client's id. */
export function listRefunds({ params }: Call, books: Books): Answer {
  const paid = transactionOfPix(books, params.id)
  return { status: 200, body: { entries: paid ? refundsAt(paid, books) : [] } }
}

function refundsAt({ id, endToEndId, amount, refunded, stage }: Transaction, books: Books) {
  const known = refundsOf(books, id)
  const back = stage === 'refunded' ? amount : refunded
  const others = back - known.reduce((sum, refund) => sum + (refund.stage === 'done' ? refund.amount : 0), 0)
  const listed = known.map((refund) => ({
    id: refund.id,
    value: toReais(refund.amount),
    integration_id: refund.reference,
    return_id: refund.stage === 'done' ? `D${refund.id}` : null,
    error_code: refund.stage === 'denied' ? 'AC03' : null,
    error_message: refund.stage === 'denied' ? 'Conta inválida' : null,
  }))
  const unnamed = { id: `rf-${id}`, value: toReais(cents(others)), integration_id: null, return_id: `D${id}` }
  return [...listed, ...(others > 0 ? [{ ...unnamed, error_code: null, error_message: null }] : [])].map((refund) => ({
    ...refund,
    type: 'DEPOSIT_REFUND',
    end2end_id: endToEndId,
  }))
}
