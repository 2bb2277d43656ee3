/** BMB: two calls that both post, reais both ways. A payment of a static code is told without a status. */
import { toReais } from '../../domain/money.ts'
import type { DemoAccount } from '../accounts.ts'
import { fieldsOf, isPositiveWhole, isText, matches } from '../checks.ts'
import { randomWord } from '../identifiers.ts'
import type { Answer, FakeProvider, Transaction } from '../provider.ts'
import { createRoute, readRoute } from '../routes.ts'
import { isSame } from '../tokens.ts'

const ACCOUNT = {
  provider: 'BMB',
  transport: 'http',
  path: '/bmb',
  publicKey: null,
  secretKey: 'trilho-demo-bmb-secret',
  webhookSecret: null,
} as const satisfies DemoAccount

export const provider: FakeProvider = {
  account: ACCOUNT,
  statuses: {
    pending: 'Pending',
    paid: 'Paid',
    refused: 'Refused',
    expired: 'Expired',
    refunded: null,
    chargeback: null,
  },
  refuse,
  authorize: ({ headers }) =>
    isSame(headers.authorization, `Bearer ${ACCOUNT.secretKey}`) ? null : refuse(401, 'Não autorizado'),
  asks: { deadline: ['expiracao'] },
  routes: [
    createRoute({
      path: '/GerarQRCode',
      refuse,
      rules: [
        { field: 'identificador', valid: isText, message: 'identificador inválido' },
        { field: 'nome', valid: isText, message: 'nome inválido' },
        { field: 'documento', valid: matches(/^(?:\d{11}|[0-9A-Z]{12}\d{2})$/), message: 'documento inválido' },
        { field: 'expiracao', valid: isPositiveWhole, message: 'expiracao inválida' },
      ],
      amount: { at: 'valor', unit: 'reais' },
      referenceAt: 'identificador',
      newId: () => randomWord(25),
      lifetimeMs: ({ expiracao }) => Number(expiracao) * 1000,
      answer: toQrCode,
    }),
    readRoute('/consultaQRCode', refuse, toQrCode, { method: 'POST', idOf: ({ body }) => fieldsOf(body).txid }),
  ],
  webhook: {
    payload: ({ id, reference, amount, stage }) =>
      stage === 'paid' ? { estatico: true, txid: id, identificador: reference, valor: toReais(amount) } : null,
    address: ({ url }) => ({ url, headers: {} }),
  },
}

function toQrCode({ id, amount, reference, status, pixCode }: Transaction) {
  return { txid: id, status, valor: toReais(amount), identificador: reference, qrCode: pixCode }
}

function refuse(status: number, mensagem: string): Answer {
  return { status, body: { mensagem } }
}
