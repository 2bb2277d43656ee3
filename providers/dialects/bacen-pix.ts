/**
 * The central bank's Pix API (https://github.com/bacen/pix-api), over mutual TLS: an immediate charge (`cob`) under a txid
 * that the bank chooses, reais as text both ways. The banks behind ONZ post a second kind of webhook, `{ type, data }`, and
 * pay out over another API on another host (onz-accounts.ts).
 *
 * Our reference travels as an additional information of the charge, which every answer repeats; a charge whose answer was
 * lost is found by it in the list of the charges made around that time.
 *
 * A charge can be paid by more than one Pix. Each further one is a transaction of its own (further-pix.ts).
 */
import { type Static, Type } from 'typebox'
import { defined } from '../../domain/defined.ts'
import { MESSAGES } from '../../domain/messages.ts'
import { OUR_MESSAGES } from '../../domain/our-messages.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import type { TransactionKey } from '../../domain/transaction.ts'
import { inReaisString } from '../kit/amounts.ts'
import { clientCredentials } from '../kit/auth.ts'
import { key, secret, webhookSecret } from '../kit/credentials.ts'
import { addSeconds, DAY, readInstant } from '../kit/expiry.ts'
import { furtherPaymentId, isFurtherPayment, paymentNamed } from '../kit/further-payments.ts'
import { documentType } from '../kit/people.ts'
import { inHeader } from '../kit/proof.ts'
import { Anything, Maybe, Text } from '../kit/schemas.ts'
import type { ProviderSpec } from '../kit/spec.ts'
import type { WebhookMeaning } from '../kit/webhook-spec.ts'
import { path } from '../kit/wire.ts'
import { firstOf, furtherPixId, listedPix, ofPayment } from './bacen-pix/further-pix.ts'
import { type AccountsOptions, onzAccounts } from './bacen-pix/onz-accounts.ts'
import { OnzWebhook, onzNews } from './bacen-pix/onz-notices.ts'
import {
  isReceivedPix,
  paidBy,
  pixOfReturn,
  ReturnablePix,
  Returned,
  returnsOf,
  toRefund,
} from './bacen-pix/returns.ts'

const Cob = Type.Object({
  txid: Text,
  status: Text,
  valor: Type.Object({ original: Type.String() }),
  calendario: Maybe(Type.Object({ criacao: Anything, expiracao: Anything })),
  pixCopiaECola: Maybe(Type.String()),
  infoAdicionais: Maybe(Type.Array(Type.Object({ nome: Anything, valor: Anything }))),
  pix: Anything,
})
const PaidCob = Type.Object({ txid: Text, pix: Maybe(Type.Array(ReturnablePix)) })
const CobPage = Type.Object({
  parametros: Type.Object({ paginacao: Type.Object({ quantidadeDePaginas: Type.Integer() }) }),
  cobs: Type.Array(Cob),
})

const BankWebhook = Type.Object({
  pix: Type.Array(Type.Object({ txid: Anything, endToEndId: Anything }), { minItems: 1 }),
})
const Webhook = Type.Union([BankWebhook, OnzWebhook])

const CLIENT = [
  key('clientId', 'publicKey'),
  key('pixKey', 'publicKey', 1),
  secret('clientSecret', 'secretKey'),
  webhookSecret,
] as const

/** Keys whose first part is the client's certificate. */
export const CERTIFIED_CLIENT = [
  key('certificate', 'publicKey'),
  key('clientId', 'publicKey', 1),
  { ...key('pixKey', 'publicKey', 2), required: false },
  secret('certificateKey', 'secretKey'),
  secret('clientSecret', 'secretKey', 1),
  webhookSecret,
] as const

type Parts = readonly (typeof CLIENT | typeof CERTIFIED_CLIENT)[number][]
export type BacenSpec = ProviderSpec<Parts, string, typeof Webhook>

export interface BacenPixOptions extends Pick<BacenSpec, 'code' | 'name' | 'evidence' | 'host'> {
  /** The client's credentials and its Pix key, when left out. */
  readonly credentials?: Parts
  /** Where the client's certificate for charges is; the platform's when left out. */
  readonly clientCertificate?: 'credentials'
  /** The status of an unknown word; REJECTED when left out. */
  readonly unknown?: BacenSpec['statuses']['unknown']
  /** Withdrawals over ONZ's accounts. */
  readonly cashOut?: AccountsOptions
  /** How a payment is refunded: in full by a call without an amount, or as the standard defines. */
  readonly refund?: keyof typeof REFUNDS
  readonly words?: BacenSpec['errors']['words']
}

const WEBHOOK_HEADER = 'x-webhook-secret'
const REFERENCE_NAME = 'referencia'
const MAX_PAYER_TEXT = 140

/** Clocks differ. An attempt may be sent long after it was made, so the search goes up to the moment of asking. */
const CLOCK_SECONDS = 600

export function bacenPix(options: BacenPixOptions): BacenSpec {
  const { credentials = CLIENT, unknown = 'REJECTED', cashOut, refund, words, ...identity } = options
  return {
    clientCertificate: 'certCashInUrl',
    ...identity,
    ...(cashOut ? onzAccounts(cashOut) : {}),

    credentials,
    auth: clientCredentials({ path: '/oauth/token', client: 'form', earlySeconds: 30 }),

    idempotency: { type: 'none' },
    lookup: { call: 'GET /cob?inicio=&fim=', staleFor: 'unknown', reaches: DAY },

    amounts: inReaisString,
    expirySeconds: { PIX: DAY },

    statuses: {
      known: {
        ATIVA: 'PENDING',
        REMOVIDA_PELO_PSP: 'PENDING',
        LIQUIDATED: 'APPROVED',
        CONCLUIDA: 'APPROVED',
        REMOVIDA_PELO_USUARIO_RECEBEDOR: 'REJECTED',
        REFUND: 'CHARGEBACK',
      },
      unknown,
      returns: ['REFUND'],
    },

    errors: { messages: ['detail', 'violacoes.0.razao', 'title'], ...defined({ words }) },

    createTransaction: {
      *PIX({ amount, customer, description, reference }, { wire, amounts, credentials, expiry }) {
        const cob = yield* wire.post(
          '/cob',
          {
            calendario: { expiracao: expiry.seconds },
            devedor: { [documentType(customer.document)]: customer.document, nome: customer.name },
            valor: { original: amounts.write(amount), modalidadeAlteracao: 0 },
            chave: credentials.pixKey,
            solicitacaoPagador: description?.slice(0, MAX_PAYER_TEXT),
            infoAdicionais: [{ nome: REFERENCE_NAME, valor: reference }],
          },
          Cob,
          { risk: 'money' },
        )
        return toTransaction(cob)
      },
    },

    *readTransaction(asked, { wire }) {
      const { whole, ownId } = paymentNamed(asked.transactionId)
      const cob = yield* wire.get(path`/cob/${whole}`, Cob)
      return ownId === undefined ? ofFirst(cob, asked) : ofFurther(cob, asked)
    },

    *findTransaction({ reference, createdAt }, { wire, now }) {
      const range = {
        inicio: addSeconds(createdAt, -CLOCK_SECONDS),
        fim: addSeconds(now, CLOCK_SECONDS),
      }
      for (let page = 0, pages = 1; page < pages; page += 1) {
        const { parametros, cobs } = yield* wire.get('/cob', CobPage, {
          ...range,
          'paginacao.paginaAtual': String(page),
        })
        const cob = cobs.find((candidate) => referenceOf(candidate) === reference)
        if (cob) return ofFirst(cob, { transactionId: cob.txid })
        pages = parametros.paginacao.quantidadeDePaginas
      }
      return null
    },

    *cancelTransaction({ transactionId }, { wire }) {
      const body = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }
      return toTransaction(yield* wire.patch(path`/cob/${transactionId}`, body, Cob, { risk: 'repeatable' }))
    },

    ...(refund ? REFUNDS[refund] : {}),

    webhook: {
      verification: 'sharedSecret',
      // The bank proves itself by its certificate alone, so we register a header with a secret of ours.
      repeated: inHeader(WEBHOOK_HEADER),
      body: Webhook,
      translate: (body) => ('pix' in body ? receivedPix(body.pix[0]) : onzNews(body)),
      split: (body) => ('pix' in body ? body.pix.map((pix) => ({ pix: [pix] })) : [body]),
    },
  }
}

const WHOLE_REFUND = {
  refundsWholeOnly: true,

  // It names no Pix.
  *refund({ transactionId, beside = [] }, { wire }) {
    if ([transactionId, ...beside].some(isFurtherPayment))
      throw new ProviderError('InvalidRequest', OUR_MESSAGES.severalPix)
    const returned = yield* wire.post(path`/sells/${transactionId}/refund`, undefined, Returned, { risk: 'money' })
    return toRefund(returned)
  },
} as const satisfies Pick<BacenSpec, 'refundsWholeOnly' | 'refund'>

/** The return's id is ours, so repeating the request does not create a second return: it goes against the same Pix. */
const STANDARD_RETURN = {
  refundIdempotency: { type: 'naturalId', name: 'id', keptFor: 'forever' },

  *refund({ amount, reference, ...payment }, { wire, amounts }) {
    const { pix } = yield* wire.get(path`/cob/${paymentNamed(payment.transactionId).whole}`, PaidCob)
    const { endToEndId } = pixOfReturn(pix ?? [], reference, ofPayment(pix ?? [], payment))
    const body = { valor: amounts.write(amount) }
    const returned = yield* wire.put(path`/pix/${endToEndId}/devolucao/${reference}`, body, Returned, {
      risk: 'money',
    })
    return toRefund(returned)
  },
} as const satisfies Pick<BacenSpec, 'refundIdempotency' | 'refund'>

/** Returns are listed under their Pix. A charge may have several Pix. */
const readReturn: NonNullable<BacenSpec['readRefund']> = function* readReturn(
  { transactionId, refundId, reference },
  { wire },
) {
  const { pix } = yield* wire.get(path`/cob/${paymentNamed(transactionId).whole}`, PaidCob)
  const returns = pix?.flatMap(({ devolucoes }) => devolucoes ?? [])
  const ours = returns?.find(({ id }) => id === (refundId ?? reference))
  return ours ? toRefund(ours) : null
}

const REFUNDS = {
  'POST /sells/{id}/refund': { ...WHOLE_REFUND, readRefund: readReturn },
  'PUT /pix/{e2eid}/devolucao/{id}': { ...STANDARD_RETURN, readRefund: readReturn },
} as const

/** The bank only reports received Pix. It reports a full return; a partial return does not change the status. */
function receivedPix(pix: Static<typeof BankWebhook>['pix'][number] | undefined): WebhookMeaning {
  const { txid: transactionId, endToEndId } = pix ?? {}
  const furtherId = furtherPixId(transactionId, endToEndId)
  if (!isReceivedPix(pix)) return { transactionId, furtherId }
  const { came, returned, isWhole, isTakenBack } = returnsOf([pix])
  const news = isWhole
    ? ({ status: 'CHARGEBACK', isReturn: !isTakenBack, returned } as const)
    : { status: 'APPROVED' as const }
  return { transactionId, furtherId, amount: came, ...news }
}

type Asked = Pick<TransactionKey, 'transactionId' | 'beside'>

/** The charge with only its first payment's Pix. If all of them are other payments', this one is still to be paid. */
function ofFirst(cob: Static<typeof Cob>, asked: Asked) {
  const listed = listedPix(cob.pix)
  const { pix, further } = firstOf(cob.txid, ofPayment(listed, asked))
  const status = listed.length > 0 && pix.length === 0 ? 'ATIVA' : cob.status
  return { ...toTransaction({ ...cob, status, pix }), further }
}

/** @throws ProviderError NotFound where the charge does not list the Pix. */
function ofFurther(cob: Static<typeof Cob>, asked: Asked) {
  const pix = ofPayment(listedPix(cob.pix), asked)
  if (pix.length === 0) throw new ProviderError('NotFound', MESSAGES.transactionNotFound)
  const { pixCode: _code, expiresAt: _expiry, ...paid } = toTransaction({ ...cob, pix })
  return { ...paid, transactionId: furtherPaymentId(cob.txid, paymentNamed(asked.transactionId).ownId) ?? '' }
}

function toTransaction(cob: Static<typeof Cob>) {
  return {
    transactionId: cob.txid,
    ...stateOf(cob),
    amount: listedPix(cob.pix).length > 0 ? paidBy(listedPix(cob.pix), cob.valor.original) : cob.valor.original,
    reference: referenceOf(cob),
    pixCode: cob.pixCopiaECola,
    expiresAt: expiryOf(cob.calendario),
  }
}

/** A charge stays CONCLUIDA after a refund; each Pix lists its own returns. A charge may be paid twice. */
function stateOf({ status, pix }: Static<typeof Cob>) {
  const listed = listedPix(pix)
  const read = listed.filter(isReceivedPix)
  if (read.length === 0) return { rawStatus: status }
  const { returned, takenBack, isWhole, isTakenBack } = returnsOf(read)
  const isAll = isWhole && read.length === listed.length
  return { returned, takenBack, rawStatus: isAll ? (isTakenBack ? 'MED' : 'REFUND') : status }
}

function referenceOf({ infoAdicionais }: Static<typeof Cob>): string | undefined {
  const value = infoAdicionais?.find(({ nome }) => nome === REFERENCE_NAME)?.valor
  return typeof value === 'string' ? value : undefined
}

function expiryOf(calendar: Static<typeof Cob>['calendario']): string | undefined {
  const { criacao, expiracao } = calendar ?? {}
  const created = readInstant(criacao)
  return created !== undefined && Number.isInteger(expiracao) ? addSeconds(created, Number(expiracao)) : undefined
}
