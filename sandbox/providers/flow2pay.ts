/**
 * FLOW2PAY: the Cartos wire. A login, then Bearer and the account's own Token on every call; cents; `sucesso` in every
 * answer. The client may choose the txId. Webhooks carry the account's token.
 */
import type { DemoAccount } from '../accounts.ts'
import { type FieldRule, fieldsOf, isPositiveWhole, isText, isTextUpTo, matches, optional } from '../checks.ts'
import { localTime } from '../dates.ts'
import { pixKeyAt } from '../destination.ts'
import { randomWord } from '../identifiers.ts'
import type { Answer, Books, Call, FakeProvider, Stage, Transaction, Withdrawal } from '../provider.ts'
import { qrImageBase64 } from '../qr-image.ts'
import { createRoute, refundRoute, withdrawRoute } from '../routes.ts'
import { isBearer, isSame, issueToken } from '../tokens.ts'

const ACCOUNT = {
  provider: 'FLOW2PAY',
  transport: 'http',
  path: '/flow2pay',
  publicKey: 'trilho-demo-flow2pay-client',
  secretKey: 'trilho-demo-flow2pay-secret',
  webhookSecret: 'trilho-demo-flow2pay-token',
} as const satisfies DemoAccount

const VALOR = { at: 'valor', unit: 'cents' } as const
const TX_ID = /^[a-zA-Z0-9]{26,36}$/

const CHARGE_RULES: readonly FieldRule[] = [
  { field: 'tempoExpiracao', valid: isPositiveWhole, message: 'tempoExpiracao inválido' },
  { field: 'txId', valid: optional(matches(TX_ID)), message: 'txId inválido' },
  { field: 'informacaoAdicional', valid: optional(isText), message: 'informacaoAdicional inválida' },
]

const TRANSFER_RULES: readonly FieldRule[] = [
  { field: 'idEnvio', valid: isTextUpTo(36), message: 'idEnvio inválido' },
  { field: 'valor', valid: (value) => Number(value) <= 2_000_000, message: 'valor acima do limite' },
  { field: 'chavePixDestino', valid: isText, message: 'chavePixDestino inválida' },
]

/** What it posts about each stage: nothing until something has happened. */
const EVENTS = {
  pending: null,
  paid: 'PixIn',
  refused: null,
  expired: null,
  refunded: 'PixInReversal',
  chargeback: 'PixInReversal',
} as const satisfies Record<Stage, string | null>

export const provider: FakeProvider = {
  account: ACCOUNT,
  statuses: {
    pending: 'ATIVO',
    paid: 'PixIn',
    refused: null,
    expired: 'EXPIRADO',
    refunded: 'DEVOLVIDO',
    chargeback: 'PixInReversal',
  },
  withdrawalStatuses: {
    pending: 'Em processamento',
    paid: 'Sucesso',
    refused: 'Falha',
    canceled: 'Erro',
    returned: 'Falha',
  },
  refuse,
  authorize: ({ headers }, books) =>
    isBearer(headers.authorization, ACCOUNT.secretKey, books.now()) && isSame(headers.token, ACCOUNT.webhookSecret)
      ? null
      : refuse(401, 'Não autorizado'),
  asks: { deadline: ['tempoExpiracao'] },
  routes: [
    { operation: 'token', method: 'POST', path: '/no-auth/autenticacao/v1/api/login', open: true, handle: login },
    createRoute({
      path: '/qrcode/v1/gerar',
      refuse,
      rules: CHARGE_RULES,
      amount: VALOR,
      referenceAt: 'txId',
      newId: ({ txId }) => (isText(txId) ? txId : randomWord(32)),
      lifetimeMs: ({ tempoExpiracao }) => Number(tempoExpiracao) * 1000,
      answer: ({ id, pixCode, request }) => ({
        sucesso: true,
        mensagem: 'QR Code gerado com sucesso',
        txId: id,
        qrcode: { imagem: request.comImagem === true ? qrImageBase64(pixCode) : null, emv: pixCode },
      }),
    }),
    refundRoute({
      path: '/pix/v1/devolver',
      refuse,
      amount: VALOR,
      referenceAt: 'idEnvio',
      idOf: ({ body }) => fieldsOf(body).txId,
      answer: () => ({ sucesso: true, mensagem: 'Devolução solicitada', codigoTransacao: randomWord(16) }),
    }),
    withdrawRoute({
      path: '/pix/v1/transferir',
      refuse,
      rules: TRANSFER_RULES,
      destination: pixKeyAt('chavePixDestino'),
      amount: VALOR,
      referenceAt: 'idEnvio',
      answer: ({ id, createdAt }) => ({
        sucesso: true,
        mensagem: 'Transferência enviada',
        codigoTransacao: id,
        dataHoraTransacao: localTime(createdAt),
      }),
    }),
  ],
  webhook: {
    payload: toNotice,
    withdrawal: { payload: toWithdrawalNotice },
    address: ({ url }) => ({ url, headers: {} }),
  },
}

function login({ body, headers }: Call, books: Books): Answer {
  const { clientId, clientSecret } = fieldsOf(body)
  const isKnown = clientId === ACCOUNT.publicKey && clientSecret === ACCOUNT.secretKey
  if (!isKnown || !isSame(headers.token, ACCOUNT.webhookSecret)) return refuse(401, 'Credenciais inválidas')
  const accessToken = issueToken(ACCOUNT.secretKey, books.now() + 86_400_000)
  return { status: 200, body: { sucesso: true, mensagem: 'Autenticado', accessToken, tokenType: 'Bearer' } }
}

function toNotice({ id, stage, amount, endToEndId, updatedAt }: Transaction) {
  const evento = EVENTS[stage]
  return (
    evento && {
      evento,
      token: ACCOUNT.webhookSecret,
      endToEndId,
      txid: id,
      codigoTransacao: randomWord(16),
      chavePix: 'loja@example.com',
      valor: amount,
      horario: localTime(updatedAt),
      infoPagador: null,
      pagador: { nome: 'Comprador Demo', cpf_cnpj: '***444777**', codigoBanco: '341' },
    }
  )
}

function refuse(status: number, mensagem: string): Answer {
  return { status, body: { sucesso: false, mensagem } }
}

function toWithdrawalNotice({ id, stage, status, amount, reference, request, updatedAt }: Withdrawal) {
  const isPaid = stage === 'paid' || stage === 'pending'
  return {
    evento: stage === 'returned' ? 'PixOutReversalExternal' : 'PixOut',
    token: ACCOUNT.webhookSecret,
    idEnvio: reference,
    endToEndId: `E${id}`,
    codigoTransacao: id,
    status,
    chavePix: request.chavePixDestino,
    valor: stage === 'returned' ? amount : -amount,
    horario: localTime(updatedAt),
    recebedor: { nome: 'Destinatário Demo', codigoBanco: '341', cpf_cnpj: '***444777**' },
    erro: isPaid ? null : { origem: 'Externa', motivo: 'Conta do recebedor encerrada', mensagem: 'AC04' },
  }
}
