/**
 * IUGU (https://dev.iugu.com): invoices, receivers as accounts of a marketplace, and Pix withdrawals that the platform signs.
 *
 * A withdrawal's signature covers the very bytes of its body; a refused one is told with all that Iugu answered.
 */
import { type Static, Type } from 'typebox'
import { MESSAGES } from '../../domain/messages.ts'
import { cents } from '../../domain/money.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import type { PixKeyType } from '../../domain/withdrawal.ts'
import { iuguInvoices } from '../dialects/iugu-invoices.ts'
import { inCents } from '../kit/amounts.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { withBrazilianOffset } from '../kit/expiry.ts'
import { NEVER_RELIED_ON } from '../kit/idempotency.ts'
import { internationalKey } from '../kit/pix-keys.ts'
import { Anything, Id, Maybe } from '../kit/schemas.ts'
import { rsaSha256 } from '../kit/signing.ts'
import { path } from '../kit/wire.ts'
import { openAccount, readAccount } from './iugu/marketplace.ts'

const Transfer = Type.Object({
  amount_cents: Maybe(Type.Integer()),
  status: Maybe(Type.String()),
  external_reference: Maybe(Type.String()),
  executed_at: Anything,
})
const Requested = Type.Intersect([Type.Object({ transfer_request_id: Id }), Transfer])
const Read = Type.Intersect([Type.Object({ id: Id }), Transfer])

const KEY_TYPES = {
  CPF: 'cpf',
  CNPJ: 'cnpj',
  EMAIL: 'email',
  PHONE: 'phone',
  RANDOM: 'evp',
} as const satisfies Record<PixKeyType, string>

const invoices = iuguInvoices({
  code: 'IUGU',
  name: 'Iugu',
  evidence: 'documentation',
  splits: ['FIXED', 'PERCENTAGE'],
  // https://dev.iugu.com/reference/criar-fatura
  phonePrefix: true,
  particular: ({ reference, splits }) => ({
    order_id: reference,
    ignore_due_email: true,
    splits: splits?.map(({ recipientId, type, amount }) => ({
      recipient_account_id: recipientId,
      ...(type === 'FIXED' ? { cents: inCents.write(cents(amount)) } : { percent: amount }),
    })),
  }),
})

export const iugu = defineProvider({
  ...invoices,
  withdrawIdempotency: { type: 'header', name: 'idempotency-key', keptFor: NEVER_RELIED_ON },

  withdrawStatuses: {
    known: {
      pending: 'PENDING',
      processing: 'PENDING',
      scheduled: 'PENDING',
      done: 'APPROVED',
      partially_refunded: 'APPROVED',
      rejected: 'REJECTED',
      refunded: 'REJECTED',
      cancelled: 'CANCELED',
    },
    unknown: 'REJECTED',
  },

  errors: { ...invoices.errors, words: { withdraw: (_own, body) => body || MESSAGES.errorProcessingWithdrawal } },

  withdraw: {
    *PIX(request, { wire, amounts, credentials: { apiToken }, platform, now }) {
      const body = JSON.stringify({
        api_token: apiToken,
        transfer_type: 'pix',
        amount_cents: amounts.write(request.amount),
        description: request.description,
        external_reference: request.withdrawReference,
        receiver: { pix: { key: internationalKey(request), type: KEY_TYPES[request.pixType] } },
      })
      const requestTime = withBrazilianOffset(now).replace(/\.\d+/, '')
      const text = `POST|/v1/transfer_requests\n${apiToken}|${requestTime}\n${body}`
      const headers = { 'request-time': requestTime, signature: `signature=${signed(text, platform.privateKey)}` }
      const made = yield* wire.postText('/transfer_requests', body, Requested, { risk: 'money', headers })
      return toWithdrawal(made.transfer_request_id, made)
    },
  },
  *readWithdraw({ withdrawId }, { wire }) {
    const read = yield* wire.get(path`/transfer_requests/${withdrawId}`, Read)
    return toWithdrawal(read.id, read)
  },

  webhook: {
    verification: 'none',
    format: 'form',
    body: Type.Object({
      event: Type.String({ pattern: '^(invoice|transfer_request)\\.' }),
      transfer_request_id: Anything,
      data: Maybe(Type.Object({ id: Anything, transfer_request_id: Anything })),
    }),
    // Unsigned, and laid out in two ways: it names the transfer, which is read.
    translate: ({ event, transfer_request_id, data }) =>
      event.startsWith('transfer_request.')
        ? { withdrawId: transfer_request_id ?? data?.transfer_request_id }
        : { transactionId: data?.id },
  },

  platformRequires: ['privateKey'],
  receiverRequires: ['documents'],
  createReceiver: openAccount,
  readReceiver: readAccount,
})

/** By the key that the platform registered with Iugu. */
function signed(text: string, privateKey: string | undefined): string {
  try {
    return rsaSha256(text, privateKey ?? '')
  } catch (cause) {
    throw new ProviderError('Unauthorized', MESSAGES.unauthorized, { cause })
  }
}

function toWithdrawal(withdrawId: string | number, transfer: Static<typeof Transfer>) {
  return {
    withdrawId,
    rawStatus: transfer.status ?? 'pending',
    amount: transfer.amount_cents ?? undefined,
    reference: transfer.external_reference,
    approvedAt: transfer.executed_at,
  }
}
