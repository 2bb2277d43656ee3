/**
 * The central bank's Pix API as PSPs serve it over mutual TLS: OAuth token, /cob, reais as strings both ways, RFC 7807
 * errors. The PSP chooses the txid. Payments are told in the central bank's shape, everything else in the PSP's own
 * (type and data), both with the secret header that the client registered.
 */
import { fromReaisString, toReaisString } from '../../domain/money.ts'
import type { DemoAccount } from '../accounts.ts'
import {
  type FieldRule,
  fieldAt,
  fieldsOf,
  firstBroken,
  isBacenAmount,
  isPositiveWhole,
  isText,
  isTextUpTo,
  optional,
} from '../checks.ts'
import { locationOf, RETURN_STATUSES, toCharge, toNotice } from '../documents/bacen-pix.ts'
import { paidTransaction, transactionOfPix } from '../further-payments.ts'
import { randomWord } from '../identifiers.ts'
import { pixCode } from '../pix-code.ts'
import type { Answer, Books, Call, FakeProvider, Fields, Route, Transaction } from '../provider.ts'
import { lastRefund, type Refund } from '../refunds.ts'
import { cancelRoute, refundRoute } from '../routes.ts'
import { isBearer, issueToken } from '../tokens.ts'
import { ACCOUNT_STATUSES, type AccountsOptions, accountsRoutes, toTransferNotice } from './onz-accounts.ts'

const TOKEN_SECONDS = 3600
const DEFAULT_EXPIRY_SECONDS = 86_400
const DEFAULT_PAGE_SIZE = 100
const REMOVED = 'REMOVIDA_PELO_USUARIO_RECEBEDOR'
const ERROR_TYPES = 'https://pix.bcb.gov.br/api/v2/error/'

const RULES: readonly FieldRule[] = [
  {
    field: 'calendario.expiracao',
    valid: optional(isPositiveWhole),
    message: 'O campo cob.calendario.expiracao é igual ou menor que zero.',
  },
  { field: 'devedor', valid: optional(isDebtor), message: 'O objeto cob.devedor não respeita o schema.' },
  { field: 'valor.original', valid: isBacenAmount, message: 'O campo cob.valor.original não respeita o schema.' },
  { field: 'chave', valid: isTextUpTo(77), message: 'O campo cob.chave não respeita o schema.' },
  {
    field: 'solicitacaoPagador',
    valid: optional(isTextUpTo(140)),
    message: 'O campo cob.solicitacaoPagador não respeita o schema.',
  },
  {
    field: 'infoAdicionais',
    valid: optional(isAdditionalInfo),
    message: 'O campo cob.infoAdicionais não respeita o schema.',
  },
]

export interface BacenPixOptions {
  readonly account: DemoAccount
  readonly clientId: string
  /** The account's secret key when left out. */
  readonly clientSecret?: string
  /** The only recipient's key that this client may charge to. */
  readonly pixKey: string
  /** The header that the client asked to have in every notice. */
  readonly webhookHeader: string
  /** Where ONZ's accounts begin, below the account's path; left out by a bank that does not pay out. */
  readonly accounts?: Pick<AccountsOptions, 'prefix' | 'camelCase'>
  /** Whether a payment is refunded by `/sells/{txid}/refund` or as the standard defines; neither when left out. */
  readonly refunds?: 'sells' | 'devolucao'
}

export function bacenPixProvider(options: BacenPixOptions): FakeProvider {
  const { account, clientId, pixKey, webhookHeader, accounts, refunds } = options
  const client = { clientId, clientSecret: options.clientSecret ?? account.secretKey }
  return {
    account,
    withdrawalStatuses: ACCOUNT_STATUSES,
    // An expired charge stays ATIVA, and a returned payment leaves its charge CONCLUIDA: the standard has no word for either.
    statuses: {
      pending: 'ATIVA',
      paid: 'CONCLUIDA',
      refused: 'REMOVIDA_PELO_PSP',
      expired: 'ATIVA',
      refunded: 'CONCLUIDA',
      chargeback: 'CONCLUIDA',
    },
    refuse,
    authorize: ({ headers }, books) =>
      isBearer(headers.authorization, client.clientSecret, books.now())
        ? null
        : refuse(401, 'Token de acesso ausente, inválido ou expirado.'),
    asks: { deadline: ['calendario.expiracao'] },
    routes: [
      {
        operation: 'token',
        method: 'POST',
        path: '/oauth/token',
        open: true,
        handle: (call, books) => issue(call, books, client),
      },
      {
        operation: 'createTransaction',
        method: 'POST',
        path: '/cob',
        reference: referenceIn,
        handle: (call, books) => createCharge(call, books, pixKey),
      },
      { operation: 'findTransaction', method: 'GET', path: '/cob', handle: listCharges },
      { operation: 'readTransaction', method: 'GET', path: '/cob/:txid', handle: readCharge },
      cancelRoute({
        path: '/cob/:txid',
        method: 'PATCH',
        refuse: refuseCall,
        word: REMOVED,
        idOf: ({ params }) => params.txid,
        asks: ({ status }) => status === REMOVED,
        answer: toCharge,
      }),
      ...(refunds === 'sells'
        ? [refundRoute({ path: '/sells/:id/refund', refuse: refuseCall, answer: toReturn })]
        : []),
      ...(refunds === 'devolucao' ? [RETURN_ROUTE] : []),
      ...(accounts ? accountsRoutes({ ...accounts, ...client, refuse: refuseCall }) : []),
    ],
    tellsOfFurtherPayments: true,
    tellsOfPartsTaken: true,
    webhook: {
      payload: toNotice,
      ...(accounts ? { withdrawal: { payload: toTransferNotice } } : {}),
      address: ({ url }) => ({ url, headers: { [webhookHeader]: account.webhookSecret ?? '' } }),
    },
  }
}

interface Client {
  readonly clientId: string
  readonly clientSecret: string
}

function issue({ body }: Call, { now }: Books, { clientId, clientSecret }: Client): Answer {
  const { client_id, client_secret, grant_type } = fieldsOf(body)
  if (client_id !== clientId || client_secret !== clientSecret) {
    return refuse(401, 'Credenciais inválidas APC-001')
  }
  if (grant_type !== 'client_credentials') return refuse(400, 'grant_type deve ser client_credentials')
  const access_token = issueToken(clientSecret, now() + TOKEN_SECONDS * 1000)
  return {
    status: 200,
    body: { access_token, token_type: 'Bearer', expires_in: TOKEN_SECONDS, scope: 'cob.read cob.write pix.read' },
  }
}

function createCharge({ body }: Call, books: Books, pixKey: string): Answer {
  const broken = firstBroken(body, RULES)
  if (broken) return refuseCharge(broken.field, broken.message)
  const request = fieldsOf(body)
  if (request.chave !== pixKey) {
    return refuseCharge('chave', 'O campo cob.chave corresponde a uma conta que não pertence a este usuário recebedor.')
  }
  const amount = fromReaisString(String(fieldAt(request, 'valor.original')))
  const expiry = Number(fieldAt(request, 'calendario.expiracao') ?? DEFAULT_EXPIRY_SECONDS)
  const txid = randomWord(32)
  const transaction = books.create({
    id: txid,
    reference: referenceIn(request),
    amount,
    pixCode: pixCode({ location: locationOf(books, txid), amount, merchant: 'LOJA DEMO' }),
    expiresAt: books.now() + expiry * 1000,
    request,
  })
  return { status: 201, body: toCharge(transaction, books), created: transaction }
}

/** The client chooses a return's id, so asking again under the same one is about the same return, and moves no more money. */
const RETURN_ROUTE: Route = {
  operation: 'refund',
  method: 'PUT',
  path: '/pix/:e2eid/devolucao/:id',
  reference: (_, { params }) => params.id,
  handle: ({ params, body }, books) => {
    const { valor } = fieldsOf(body)
    if (!isBacenAmount(valor)) return refuse(400, 'O campo devolucao.valor não respeita o schema.')
    const paid = transactionOfPix(books, params.e2eid)
    if (!paid) return refuse(404, 'Pix não encontrado para o e2eid informado.')
    const kept = `${params.e2eid} ${params.id}`
    const known = books.recall('return', kept)
    if (known !== undefined) {
      return fieldsOf(known).valor === valor
        ? { status: 201, body: known }
        : refuse(400, 'O id da devolução já foi usado.')
    }
    const id = params.id ?? ''
    const refunded = books.refund(paid, { id, amount: fromReaisString(valor), reference: id })
    const refund = refunded && lastRefund(books, refunded.id)
    if (!refund) return refuse(400, 'O valor da devolução supera o saldo do Pix.')
    const returned = toReturn(refunded, books, refund)
    books.remember('return', kept, returned)
    return { status: 201, body: returned, changed: refunded }
  },
}

function toReturn({ id: txid, updatedAt }: Transaction, _books: Books, { id, amount, stage }: Refund) {
  const horario = { solicitacao: new Date(updatedAt).toISOString() }
  return {
    id,
    rtrId: `D${txid.slice(0, 31)}`,
    valor: toReaisString(amount),
    horario,
    status: RETURN_STATUSES[stage],
  }
}

function readCharge({ params }: Call, books: Books): Answer {
  const transaction = books.find(params.txid ?? '')
  if (!transaction) return refuse(404, 'Cobrança não encontrada para o txid informado.', 'CobNaoEncontrado')
  return { status: 200, body: toCharge(transaction, books) }
}

function listCharges({ query }: Call, books: Books): Answer {
  const { inicio = '', fim = '', status } = query
  const from = Date.parse(inicio)
  const to = Date.parse(fim)
  const page = Number(query['paginacao.paginaAtual'] ?? 0)
  const size = Number(query['paginacao.itensPorPagina'] ?? DEFAULT_PAGE_SIZE)
  const valid = from <= to && Number.isSafeInteger(page) && page >= 0 && isPositiveWhole(size) && size <= 1000
  if (!valid) return refuse(400, 'Os parâmetros da consulta não respeitam o schema.', 'CobConsultaInvalida')
  const charges = books.createdBetween(from, to).filter(({ id }) => paidTransaction(books, id) === id)
  const found = charges.filter((transaction) => !status || transaction.status === status)
  return {
    status: 200,
    body: {
      parametros: {
        inicio,
        fim,
        ...(status ? { status } : {}),
        paginacao: {
          paginaAtual: page,
          itensPorPagina: size,
          quantidadeDePaginas: Math.ceil(found.length / size),
          quantidadeTotalDeItens: found.length,
        },
      },
      cobs: found.slice(page * size, (page + 1) * size).map((transaction) => toCharge(transaction, books)),
    },
  }
}

/** The standard has no field for a client's reference: clients write theirs among infoAdicionais or in the text for the payer. */
function referenceIn({ infoAdicionais, solicitacaoPagador }: Fields): string {
  const values = Array.isArray(infoAdicionais) ? infoAdicionais.map((entry) => fieldsOf(entry).valor) : []
  const texts = [...values, solicitacaoPagador].filter(isText)
  for (const text of texts) {
    const [reference] = /\b[0-9a-f]{32}\b/.exec(text) ?? []
    if (reference) return reference
  }
  return texts[0] ?? ''
}

function isDebtor(value: unknown): boolean {
  const { cpf, cnpj, nome } = fieldsOf(value)
  if (!isText(nome) || nome.length > 200) return false
  const person = isText(cpf) && /^\d{11}$/.test(cpf)
  const company = isText(cnpj) && /^[0-9A-Z]{12}\d{2}$/.test(cnpj)
  return person !== company
}

function isAdditionalInfo(value: unknown): boolean {
  if (!Array.isArray(value) || value.length > 50) return false
  return value.map(fieldsOf).every(({ nome, valor }) => isTextUpTo(50)(nome) && isTextUpTo(200)(valor))
}

const TITLES: Readonly<Record<number, readonly [type: string, title: string]>> = {
  400: ['RequisicaoInvalida', 'Requisição inválida.'],
  401: ['NaoAutorizado', 'Não autorizado.'],
  404: ['NaoEncontrado', 'Não Encontrado.'],
  429: ['LimiteExcedido', 'Limite de requisições excedido.'],
}

function refuse(status: number, detail: string, kind?: string): Answer {
  const [type, title] = TITLES[status] ?? ['ErroInternoDoServidor', 'Erro interno do servidor.']
  return problem({ type: ERROR_TYPES + (kind ?? type), title, status, detail })
}

function refuseCall(status: number, detail: string): Answer {
  return refuse(status, detail)
}

function refuseCharge(field: string, reason: string): Answer {
  return problem({
    type: `${ERROR_TYPES}CobOperacaoInvalida`,
    title: 'Cobrança inválida.',
    status: 400,
    detail: 'A cobrança não respeita o schema ou está semanticamente errada.',
    violacoes: [{ razao: reason, propriedade: `cob.${field}` }],
  })
}

function problem(body: { status: number } & Fields): Answer {
  return { status: body.status, headers: { 'content-type': 'application/problem+json' }, body }
}
