/** What a PSP with the central bank's Pix API writes: charges, payments, returns and notices. */
import { cents, toReaisString } from '../../domain/money.ts'
import { furtherPayments, paidTransaction } from '../further-payments.ts'
import { type Books, type Transaction, takenBack } from '../provider.ts'
import { refundsOf } from '../refunds.ts'

export function locationOf({ account }: Books, txid: string): string {
  return `pix.${account.provider.toLowerCase()}.invalid/qr/v2/${txid}`
}

export function toCharge(transaction: Transaction, books: Books) {
  const { id: txid, request, amount, createdAt, expiresAt, paidAt } = transaction
  const criacao = new Date(createdAt).toISOString()
  const location = locationOf(books, txid)
  return {
    txid,
    status: transaction.status,
    calendario: { criacao, expiracao: Math.round((expiresAt - createdAt) / 1000) },
    revisao: 0,
    loc: { id: Number.parseInt(txid.slice(0, 6), 36), location, tipoCob: 'cob', criacao },
    location,
    ...(request.devedor ? { devedor: request.devedor } : {}),
    valor: { original: toReaisString(amount), modalidadeAlteracao: 0 },
    chave: request.chave,
    ...(request.solicitacaoPagador ? { solicitacaoPagador: request.solicitacaoPagador } : {}),
    ...(request.infoAdicionais ? { infoAdicionais: request.infoAdicionais } : {}),
    pixCopiaECola: transaction.pixCode,
    ...(paidAt === null ? {} : { pix: [transaction, ...furtherPayments(books, txid)].map((one) => toPix(one, books)) }),
  }
}

function toPix(transaction: Transaction, books: Books) {
  const { id, request, amount, stage, refunded, paidAt } = transaction
  const asked = refundsOf(books, id)
  const done = asked.reduce((sum, one) => sum + (one.stage === 'done' ? one.amount : 0), 0)
  const taken = stage === 'chargeback' ? amount - refunded : takenBack(books, id)
  return {
    endToEndId: transaction.endToEndId,
    txid: paidTransaction(books, id),
    valor: toReaisString(amount),
    chave: request.chave,
    horario: new Date(Number(paidAt)).toISOString(),
    infoPagador: '',
    devolucoes: [
      ...asked.map(({ id, amount, stage }) => ({
        ...toReturn(transaction, amount, 'ORIGINAL'),
        id,
        status: RETURN_STATUSES[stage],
      })),
      ...[stage === 'refunded' ? amount - taken - done : refunded - done]
        .filter((rest) => rest > 0)
        .map((rest) => toReturn(transaction, rest, 'ORIGINAL')),
      ...(taken > 0 ? [toReturn(transaction, taken, 'MED_FRAUDE')] : []),
    ],
  }
}

export const RETURN_STATUSES = { done: 'DEVOLVIDO', pending: 'EM_PROCESSAMENTO', denied: 'NAO_REALIZADO' } as const

function toReturn({ id, updatedAt, endToEndId }: Transaction, back: number, natureza: 'ORIGINAL' | 'MED_FRAUDE') {
  const horario = new Date(updatedAt).toISOString()
  return {
    id: `${id.slice(0, 26)}${natureza.slice(0, 3)}`,
    rtrId: `D${String(endToEndId).slice(1)}`,
    valor: toReaisString(cents(back)),
    natureza,
    horario: { solicitacao: horario, liquidacao: horario },
    status: 'DEVOLVIDO',
  }
}

/** The full amount where the seller refunded in the bank's own pages, or the banks took it back. */
function returnedOf({ stage, amount, refunded }: Transaction): number {
  return stage === 'refunded' || stage === 'chargeback' ? amount : refunded
}

/** No webhook is sent for a removed or expired charge. */
export function toNotice(transaction: Transaction, books: Books): unknown {
  const { stage, paidAt } = transaction
  switch (stage) {
    case 'paid':
      if (transaction.refunded > 0) return { type: 'REFUND', data: toMovement(transaction, 'LIQUIDATED', books) }
      return paidAt === null ? null : { pix: [toPix(transaction, books)] }
    case 'pending':
      return { type: 'RECEIVE', data: toMovement(transaction, 'PENDING', books) }
    case 'refunded':
    case 'chargeback':
      return { type: 'REFUND', data: toMovement(transaction, 'LIQUIDATED', books) }
    case 'refused':
    case 'expired':
      return null
  }
}

function toMovement(transaction: Transaction, status: string, books: Books) {
  const { id, request, amount, stage, endToEndId, createdAt } = transaction
  const back = returnedOf(transaction)
  const txId = paidTransaction(books, id)
  return {
    id: Number.parseInt(txId.slice(0, 6), 36),
    txId,
    pixKey: request.chave,
    status,
    payment: { amount: toReaisString(amount), currency: 'BRL' },
    refunds:
      back > 0
        ? [
            {
              endToEndId,
              status: 'LIQUIDATED',
              pixRefundAmount: { currency: 'BRL', amount: toReaisString(cents(back)) },
            },
          ]
        : [],
    createdAt: new Date(createdAt).toISOString(),
    errorCode: null,
    endToEndId,
    ticketData: {},
    webhookType: stage === 'pending' ? 'RECEIVE' : 'REFUND',
    idempotencyKey: null,
    creditDebitType: stage === 'pending' ? 'CREDIT' : 'DEBIT',
    localInstrument: 'QRDN',
    transactionType: 'PIX',
    remittanceInformation: '',
  }
}
