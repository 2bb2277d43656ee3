/**
 * FLOW2PAY: the wire of Cartos and its siblings, with Portuguese fields, cents, and a `sucesso` that may be false in a 200.
 *
 * - The account's own token travels with every request and comes back in every webhook, which it proves.
 * - Nothing is documented that reads a charge or a withdrawal: what a proved webhook says is believed, and one without proof, of an
 *   account that holds no token, as far as the platform believes the address.
 */
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { MESSAGES } from '../../domain/messages.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import { inCents } from '../kit/amounts.ts'
import { key, secret, webhookSecret } from '../kit/credentials.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { DAY } from '../kit/expiry.ts'
import { readPath } from '../kit/json.ts'
import { internationalKey } from '../kit/pix-keys.ts'
import { inField } from '../kit/proof.ts'
import { Anything, Id, Maybe, Text } from '../kit/schemas.ts'

const MESSAGE = {
  authenticate: 'Failed to authenticate with Flow2Pay',
  withdraw: 'Failed to process the withdraw request.',
  refund: 'Failed to refund transaction',
} as const

const Refusal = Type.Object({ sucesso: Type.Literal(false), mensagem: Maybe(Type.String()) })
const Login = Type.Union([Refusal, Type.Object({ accessToken: Text })])
const Charge = Type.Union([Refusal, Type.Object({ txId: Text, qrcode: Type.Object({ emv: Text, imagem: Anything }) })])
const Movement = Type.Union([Refusal, Type.Object({ codigoTransacao: Id })])

const Digits = Type.String({ pattern: '^\\d+$' })

/** What the banks took, or a refund of ours: the one word is for both. */
const REVERSED = 'PixInReversal'

/** A withdrawal that the other bank has sent back. */
const RETURNED = 'PixOutReversalExternal'

const Notice = Type.Object({
  evento: Type.String(),
  txid: Anything,
  valor: Anything,
  idEnvio: Anything,
  codigoTransacao: Anything,
  status: Anything,
  erro: Anything,
})
type Notice = Static<typeof Notice>

/** The envelope in which another bank on the same system puts what has come. */
const Envelope = Type.Object({
  event: Type.String({ pattern: '^transaction\\.' }),
  data: Type.Object({
    data: Type.Object({
      amount: Anything,
      status: Anything,
      transactionData: Type.Object({ txId: Anything }),
    }),
  }),
})

const isWithdrawal = ({ evento }: Notice) => evento === 'PixOut' || evento === RETURNED

export const flow2pay = defineProvider({
  code: 'FLOW2PAY',
  name: 'Flow2Pay',
  evidence: 'specification',
  host: 'https://api.flow2pay.invalid',

  credentials: [key('clientId', 'publicKey'), secret('clientSecret', 'secretKey'), webhookSecret],
  auth: {
    type: 'token',
    earlySeconds: 3600,
    headers: (token, { webhookSecret: ownToken }) => ({ authorization: `Bearer ${token}`, ...accountToken(ownToken) }),
    *fetch({ wire, credentials: { clientId, clientSecret, webhookSecret: ownToken } }) {
      const answer = yield* wire.post('/no-auth/autenticacao/v1/api/login', { clientId, clientSecret }, Login, {
        risk: 'repeatable',
        authenticated: false,
        headers: accountToken(ownToken),
      })
      const { accessToken } = accepted(answer, 'Unauthorized', MESSAGE.authenticate)
      return { token: accessToken, expiresInSeconds: DAY }
    },
  },

  idempotency: { type: 'none' },
  lookup: null,

  amounts: inCents,
  expirySeconds: { PIX: DAY },
  // Words for events: nothing else is known of a charge. Any other one waits, and asks an operator.
  statuses: {
    known: { PixIn: 'APPROVED', [REVERSED]: 'CHARGEBACK' },
    unknown: 'PENDING',
    complete: true,
    returns: [REVERSED],
  },
  withdrawStatuses: {
    known: { 'Em processamento': 'PENDING', Sucesso: 'APPROVED', Falha: 'REJECTED', Erro: 'REJECTED' },
    unknown: 'REJECTED',
  },

  errors: {
    messages: ['mensagem', 'erro.motivo', 'erro.mensagem', 'msg'],
    words: {
      authenticate: () => MESSAGE.authenticate,
      withdraw: () => MESSAGE.withdraw,
      refund: () => MESSAGE.refund,
    },
  },

  unsupported: { createTransaction: MESSAGES.unsupportedPaymentMethod },

  createTransaction: {
    *PIX({ amount, description, reference }, { wire, amounts, expiry }) {
      const charge = yield* wire.post(
        '/qrcode/v1/gerar',
        {
          valor: amounts.write(amount),
          tempoExpiracao: expiry.seconds,
          txId: reference,
          informacaoAdicional: description,
          comImagem: true,
        },
        Charge,
        { risk: 'money' },
      )
      const { txId, qrcode } = accepted(charge, 'Declined')
      return {
        transactionId: txId,
        rawStatus: undefined,
        reference: txId,
        pixCode: qrcode.emv,
        pixImage: qrcode.imagem,
      }
    },
  },

  *refund({ transactionId, amount, reference }, { wire, amounts }) {
    const body = { txId: transactionId, valor: amounts.write(amount), idEnvio: reference }
    const movement = yield* wire.post('/pix/v1/devolver', body, Movement, { risk: 'money' })
    // The answer says that the refund was requested; a webhook says that it was made.
    return { refundId: accepted(movement, 'Declined', MESSAGE.refund).codigoTransacao, state: 'queued' }
  },

  withdraw: {
    *PIX(request, { wire, amounts }) {
      const { withdrawReference, amount, description } = request
      const movement = yield* wire.post(
        '/pix/v1/transferir',
        {
          idEnvio: withdrawReference,
          valor: amounts.write(amount),
          chavePixDestino: internationalKey(request),
          descricao: description,
        },
        Movement,
        { risk: 'money' },
      )
      return { withdrawId: accepted(movement, 'Declined', MESSAGE.withdraw).codigoTransacao, status: 'PENDING' }
    },
  },

  webhook: {
    verification: 'sharedSecret',
    repeated: inField('token'),
    body: Type.Union([Notice, Envelope]),
    translate: (said) => {
      if ('event' in said) return chargeNews(opened(said))
      return isWithdrawal(said) ? withdrawalNews(said) : chargeNews(said)
    },
  },
})

/** An account without it charges all the same. */
function accountToken(token: string | undefined): Readonly<Record<string, string>> {
  return token === undefined ? {} : { token }
}

/** @throws ProviderError when the provider has answered, with a 200, that it did nothing. */
function accepted<T extends object>(
  answer: T | Static<typeof Refusal>,
  kind: 'Declined' | 'Unauthorized',
  words?: string,
): Exclude<T, Static<typeof Refusal>> {
  const isRefused = 'sucesso' in answer && answer.sucesso === false
  if (!isRefused) return answer as Exclude<T, Static<typeof Refusal>>
  throw new ProviderError(kind, words ?? (answer.mensagem || MESSAGES.errorCreatingTransaction))
}

/** What came is there only where it says that it succeeded. */
function opened({ event, data: { data } }: Static<typeof Envelope>): Notice {
  const { amount, status, transactionData } = data
  const isDone = status === undefined || status === 'success'
  const evento = isDone ? event.slice(event.indexOf('.') + 1) : `${event}.${String(status)}`
  return { evento, txid: transactionData.txId, valor: Value.Check(Digits, amount) ? Number(amount) : amount }
}

function chargeNews({ evento, txid, valor }: Notice) {
  const news = { transactionId: txid, rawStatus: evento }
  return evento === REVERSED ? { ...news, returned: valor } : { ...news, amount: valor }
}

/** What leaves has a minus before it. */
function withdrawalNews({ evento, idEnvio, codigoTransacao, status, valor, erro }: Notice) {
  const word = evento === RETURNED ? { rawStatus: evento, status: 'REJECTED' as const } : { rawStatus: status }
  const amount = typeof valor === 'number' ? Math.abs(valor) : undefined
  const refusal = readPath(erro, 'motivo') ?? readPath(erro, 'mensagem')
  return { withdrawId: codigoTransacao, reference: idEnvio, ...word, amount, refusal }
}
