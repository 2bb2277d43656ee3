/** The control API under /_control: the buyer's side, faults, and what the ledger has seen. No provider has such a thing. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { cents } from '../domain/money.ts'
import type { SandboxAccount } from './accounts.ts'
import { boletoLine } from './boleto.ts'
import { type Certificates, clientBundle } from './certificates.ts'
import { fieldsOf, isPositiveWhole, isText, isWebAddress, isWhole } from './checks.ts'
import type { Deliveries } from './deliveries.ts'
import { type FaultRule, type Faults, isAnswerFault, isWebhookFault } from './faults.ts'
import type { History } from './history.ts'
import type { CountedTransaction, Ledger } from './ledger.ts'
import type { Losses } from './losses.ts'
import { type Moves, withdrawalActionsAt } from './moves.ts'
import {
  ACTIONS,
  type Action,
  type Books,
  type FakeProvider,
  refuseRefunds,
  type Transaction,
  WITHDRAWAL_ACTIONS,
  type Withdrawal,
  type WithdrawalAction,
} from './provider.ts'
import { termsOf } from './terms.ts'

export interface Control {
  readonly providers: ReadonlyMap<string, FakeProvider>
  readonly booksOf: (provider: FakeProvider) => Books
  readonly ledger: Ledger
  readonly history: History
  readonly faults: Faults
  readonly moves: Moves
  readonly deliveries: Deliveries
  readonly losses: Losses
  readonly certificates: Certificates
  readonly accounts: () => readonly SandboxAccount[]
}

type Params = Record<string, string>
type Query = Record<string, string | undefined>

/** Every operation that a fault can be set on. */
export function operationsOf(provider: FakeProvider): string[] {
  return [...new Set(provider.routes.map((route) => route.operation)), 'webhook']
}

export async function controlRoutes(app: FastifyInstance, options: { control: Control }): Promise<void> {
  const { control } = options
  const { providers, ledger, history, faults, moves, deliveries, losses } = control

  app.get('/health', () => ({ status: 'ok' }))
  app.get('/accounts', () => ({ data: control.accounts() }))
  app.get('/operations', () => ({
    data: [...providers].flatMap(([provider, fake]) =>
      operationsOf(fake).map((operation) => ({ provider, operation })),
    ),
  }))
  app.get('/treeal/client.pem', (_request, reply) =>
    reply.type('application/x-pem-file').send(clientBundle(control.certificates)),
  )

  app.get('/transactions', (request) => {
    const { provider, status, reference, limit } = request.query as Query
    const filter = { provider, status, reference, limit: limit ? Number(limit) : undefined }
    return { data: ledger.list(filter).map((transaction) => describe(providers, transaction)) }
  })
  app.post('/transactions/:provider/:id/:action', (request, reply) => {
    const { provider = '', id = '', action = '' } = request.params as Params
    const fake = providers.get(provider)
    if (!fake || !isAction(action)) return problem(reply, 404, `No ${action} at ${provider}`)
    const { amount } = fieldsOf(request.body)
    const books = control.booksOf(fake)
    const part = PARTS[action]
    const moved =
      part && isPositiveWhole(amount) ? moves[part](fake, books, id, cents(amount)) : moves.act(fake, books, id, action)
    if (!moved) return problem(reply, 404, `${provider} has no transaction ${id}`)
    if (moved.type === 'refused') return problem(reply, 409, moved.reason)
    return reply.send({ transaction: describe(providers, moved.transaction) })
  })
  const further = {
    contest: (fake: FakeProvider, books: Books, id: string) => moves.contest(fake, books, id, true),
    release: (fake: FakeProvider, books: Books, id: string) => moves.contest(fake, books, id, false),
    'pay-again': moves.payAgain,
  }
  for (const [action, act] of Object.entries(further)) {
    app.post(`/transactions/:provider/:id/${action}`, (request, reply) => {
      const { provider = '', id = '' } = request.params as Params
      const fake = providers.get(provider)
      const moved = fake && act(fake, control.booksOf(fake), id)
      if (!moved) return problem(reply, 404, `${provider} has no transaction ${id}`)
      if (moved.type === 'refused') return problem(reply, 409, moved.reason)
      return reply.send({ transaction: describe(providers, moved.transaction) })
    })
  }
  app.post('/transactions/:provider/:id/refuse-refunds', (request, reply) => {
    const { provider = '', id = '' } = request.params as Params
    const fake = providers.get(provider)
    const transaction = fake && ledger.find(provider, id)
    if (!fake || !transaction) return problem(reply, 404, `${provider} has no transaction ${id}`)
    if (transaction.stage !== 'paid') return problem(reply, 409, `A ${transaction.stage} transaction has no refunds`)
    refuseRefunds(control.booksOf(fake), id)
    return reply.send({ transaction: describe(providers, transaction) })
  })
  app.get('/withdrawals', (request) => {
    const { provider, reference, limit } = request.query as Query
    const filter = { provider, reference, limit: limit ? Number(limit) : undefined }
    return { data: ledger.listWithdrawals(filter).map((withdrawal) => describeWithdrawal(providers, withdrawal)) }
  })
  app.post('/withdrawals/:provider/:id/:action', (request, reply) => {
    const { provider = '', id = '', action = '' } = request.params as Params
    const fake = providers.get(provider)
    if (!fake || !isWithdrawalAction(action)) return problem(reply, 404, `No ${action} at ${provider}`)
    const moved = moves.actOnWithdrawal(fake, control.booksOf(fake), id, action)
    if (!moved) return problem(reply, 404, `${provider} has no withdrawal ${id}`)
    return typeof moved === 'string' ? problem(reply, 409, moved) : reply.send({ withdrawal: moved })
  })
  app.post('/refunds/:provider/:id/:action', (request, reply) => {
    const { provider = '', id = '', action = '' } = request.params as Params
    const fake = providers.get(provider)
    const end = REFUND_ENDS[action]
    if (!fake || !end) return problem(reply, 404, `No ${action} at ${provider}`)
    const moved = moves.endRefund(fake, control.booksOf(fake), id, end)
    if (!moved) return problem(reply, 404, `${provider} has no transaction ${id}`)
    if (moved.type === 'refused') return problem(reply, 409, moved.reason)
    return reply.send({ transaction: describe(providers, moved.transaction) })
  })
  app.get('/refunds', () => ({ data: history.refunds() }))
  app.get('/receivers', () => ({ data: history.receivers() }))
  app.get('/requests', (request) => ({ data: ledger.moneyRequests((request.query as Query).provider) }))

  app.get('/losses', () => ({ data: losses.list() }))

  app.get('/faults', () => ({ data: faults.list() }))
  app.put('/faults/:provider/:operation', (request, reply) => {
    const { provider = '', operation = '' } = request.params as Params
    const fake = providers.get(provider)
    if (!fake || !['*', ...operationsOf(fake)].includes(operation)) {
      return problem(reply, 404, `No operation ${operation} at ${provider}`)
    }
    const rule = readFault(provider, operation, request.body)
    if (typeof rule === 'string') return problem(reply, 400, rule)
    faults.set(rule)
    return reply.send({ fault: rule })
  })
  app.delete('/faults', (_request, reply) => {
    faults.clear()
    return reply.code(204).send()
  })

  app.get('/webhook-addresses', () => ({ data: moves.addresses() }))
  app.put('/webhook-addresses/:provider', (request, reply) => {
    const { provider = '' } = request.params as Params
    const { url } = fieldsOf(request.body)
    if (!providers.has(provider)) return problem(reply, 404, `No provider ${provider}`)
    if (!isWebAddress(url)) return problem(reply, 400, 'url must be an http or https address')
    moves.setAddress(provider, url)
    return reply.send({ provider, url })
  })
  /** The public key, as PEM, that a platform signs with at a provider. */
  app.put('/signing-keys/:provider', (request, reply) => {
    const { provider = '' } = request.params as Params
    const { publicKey } = fieldsOf(request.body)
    if (!providers.has(provider)) return problem(reply, 404, `No provider ${provider}`)
    if (!isText(publicKey)) return problem(reply, 400, 'publicKey must be a PEM')
    ledger.remember(provider, 'signing key', 'platform', publicKey)
    return reply.code(204).send()
  })
  app.get('/webhooks', (request) => {
    const { provider, transaction } = request.query as Query
    return {
      data: deliveries
        .list({ provider, transactionId: transaction })
        .map((delivery) => ({ ...delivery, createdAt: new Date(delivery.createdAt).toISOString() })),
    }
  })
  app.post('/webhooks/:provider/:id/resend', (request, reply) => {
    const { provider = '', id = '' } = request.params as Params
    const fake = providers.get(provider)
    const transaction = fake && ledger.find(provider, id)
    if (!fake || !transaction) return problem(reply, 404, `${provider} has no transaction ${id}`)
    const posted = moves.resend(fake, control.booksOf(fake), transaction)
    if (!posted) return problem(reply, 409, 'There is no address to post to, or nothing to say')
    return reply.send({ transaction: describe(providers, transaction) })
  })
}

export function isWithdrawalAction(word: string): word is WithdrawalAction {
  return (WITHDRAWAL_ACTIONS as readonly string[]).includes(word)
}

/** What the bank does with a refund that is in progress, by its transaction. */
const REFUND_ENDS: Readonly<Record<string, 'done' | 'denied'>> = { settle: 'done', deny: 'denied' }

/** What can be done with a part of a transaction. */
const PARTS: Partial<Record<Action, 'giveBack' | 'takeBack'>> = { refund: 'giveBack', chargeback: 'takeBack' }

export function isAction(word: string): word is Action {
  return (ACTIONS as readonly string[]).includes(word)
}

function describe(providers: Control['providers'], transaction: Transaction | CountedTransaction) {
  const { provider, id, reference, amount, refunded, status, stage, method, pixCode, createdAt, expiresAt } =
    transaction
  const { asks = {} } = providers.get(provider) ?? {}
  return {
    provider,
    id,
    reference,
    amount,
    status,
    stage,
    method,
    refunded,
    pixCode,
    boletoLine: method === 'BILLET' ? boletoLine(transaction) : '',
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
    webhookUrl: transaction.webhookUrl,
    endToEndId: transaction.endToEndId,
    ...termsOf(asks, transaction.request),
    ...('moneyRequests' in transaction ? { moneyRequests: transaction.moneyRequests } : {}),
  }
}

/** `actions`: what the bank can still do to it. */
function describeWithdrawal(providers: Control['providers'], withdrawal: Withdrawal) {
  const fake = providers.get(withdrawal.provider)
  return {
    ...withdrawal,
    createdAt: new Date(withdrawal.createdAt).toISOString(),
    actions: fake ? withdrawalActionsAt(fake, withdrawal.stage) : [],
  }
}

/** The rule that a request asks for, or what is wrong with it. */
export function readFault(provider: string, operation: string, body: unknown): FaultRule | string {
  const {
    fault,
    amount = null,
    text = null,
    times = 1,
    probability = 1,
    delayMs = 3000,
    retryAfterSeconds = 1,
  } = fieldsOf(body)
  if (!isText(fault) || !(isAnswerFault(fault) || isWebhookFault(fault))) return `Unknown fault ${String(fault)}`
  if (operation === 'webhook' && !isWebhookFault(fault)) return `${fault} does not apply to webhook`
  if (operation !== 'webhook' && operation !== '*' && !isAnswerFault(fault)) return `${fault} applies to webhook only`
  if (amount !== null && !isPositiveWhole(amount)) return 'amount must be whole cents'
  if (text !== null && !isText(text)) return 'text must be a text'
  if (!isWhole(times) || times < 0) return 'times must be a whole number, 0 for ever'
  if (typeof probability !== 'number' || !(probability >= 0 && probability <= 1)) return 'probability must be 0 to 1'
  if (!isWhole(delayMs) || delayMs < 0) return 'delayMs must be a whole number'
  if (!isWhole(retryAfterSeconds) || retryAfterSeconds < 0) return 'retryAfterSeconds must be a whole number'
  const only = amount === null ? null : cents(amount)
  return { provider, operation, fault, amount: only, text, times, probability, delayMs, retryAfterSeconds }
}

function problem(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ error: message })
}
