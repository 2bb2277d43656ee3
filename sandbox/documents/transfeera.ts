/** How TRANSFEERA lists the refunds of a Pix that has arrived. */
import { toReais } from '../../domain/money.ts'
import type { Answer, Books, Call } from '../provider.ts'
import { refundsOf } from '../refunds.ts'

/** A completed refund has the bank's id; a failed one has an error. */
export function listRefunds({ params }: Call, books: Books): Answer {
  const entries = refundsOf(books, String(params.id).replace(/^E0/, '')).map(({ id, reference, amount, stage }) => ({
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
