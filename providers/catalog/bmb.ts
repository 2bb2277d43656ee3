/**
 * BMB: two calls that both post, reais both ways. Of its wire only the calls' names are known; the rest is assumed.
 *
 * - Any word other than paid means pending. A payment of a static code is reported without a status and counts as paid.
 * - Every failure says that the method is not implemented.
 */
import { type Static, Type } from 'typebox'
import { defined } from '../../domain/defined.ts'
import { MESSAGES } from '../../domain/messages.ts'
import { inReais } from '../kit/amounts.ts'
import { bearer } from '../kit/auth.ts'
import { secret } from '../kit/credentials.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { DAY } from '../kit/expiry.ts'
import { Anything, Maybe, Text } from '../kit/schemas.ts'

const QrCode = Type.Object({
  txid: Text,
  status: Text,
  valor: Maybe(Type.Number()),
  identificador: Maybe(Type.String()),
  qrCode: Maybe(Type.String()),
})

export const bmb = defineProvider({
  code: 'BMB',
  name: 'BMB',
  evidence: 'specification',
  host: 'https://api.bmb.invalid',

  credentials: [secret('secretKey', 'secretKey')],
  auth: bearer('{secretKey}'),

  idempotency: { type: 'none' },
  lookup: null,

  amounts: inReais,
  expirySeconds: { PIX: DAY },

  statuses: { known: { Paid: 'APPROVED', Pending: 'PENDING' }, unknown: 'PENDING', complete: true },

  errors: { messages: ['mensagem'], always: MESSAGES.methodNotImplemented },

  createTransaction: {
    *PIX({ amount, customer, description, reference }, { wire, amounts, expiry }) {
      const body = {
        valor: amounts.write(amount),
        identificador: reference,
        nome: customer.name,
        documento: customer.document,
        descricao: description,
        expiracao: expiry.seconds,
      }
      return toTransaction(yield* wire.post('/GerarQRCode', body, QrCode, { risk: 'money' }))
    },
  },

  *readTransaction({ transactionId }, { wire }) {
    return toTransaction(yield* wire.post('/consultaQRCode', { txid: transactionId }, QrCode, { risk: 'read' }))
  },

  webhook: {
    verification: 'none',
    body: Type.Object({ txid: Anything, identificador: Anything, status: Anything, estatico: Anything }),
    translate: ({ txid, identificador, status, estatico }) => ({
      transactionId: txid,
      reference: identificador,
      rawStatus: status,
      ...defined({ status: estatico === true ? 'APPROVED' : undefined }),
    }),
  },
})

function toTransaction({ txid, status, valor, identificador, qrCode }: Static<typeof QrCode>) {
  return { transactionId: txid, rawStatus: status, amount: valor, reference: identificador, pixCode: qrCode }
}
