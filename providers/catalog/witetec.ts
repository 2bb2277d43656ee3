/**
 * WITETEC (https://github.com/TechSete/witetec-sdk).
 *
 * - Every answer is wrapped in `data`, beside a `status` that says whether the call went through.
 * - A card is always charged at once: the number of installments is fixed.
 * - The SDK knows Pix alone; what a card and a boleto look like is assumed from it.
 */
import { type Static, Type } from 'typebox'
import type { TransactionRequest } from '../../domain/transaction.ts'
import { inCents } from '../kit/amounts.ts'
import { headers } from '../kit/auth.ts'
import { fourDigitYear } from '../kit/cards.ts'
import { secret } from '../kit/credentials.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { DAY } from '../kit/expiry.ts'
import { readPath, readText } from '../kit/json.ts'
import { documentType } from '../kit/people.ts'
import { internationalKey } from '../kit/pix-keys.ts'
import { Anything, Maybe, Text } from '../kit/schemas.ts'
import { path, type Wire } from '../kit/wire.ts'

const INSTALLMENTS = 1

const Transaction = Type.Object({
  data: Type.Object({
    id: Text,
    status: Text,
    amount: Maybe(Type.Integer()),
    metadata: Anything,
    pix: Maybe(Type.Object({ copyPaste: Maybe(Type.String()), qrcodeUrl: Anything, expirationDate: Anything })),
    boleto: Maybe(Type.Object({ barcode: Maybe(Type.String()), url: Anything, expirationDate: Anything })),
  }),
})
const Withdrawal = Type.Object({
  data: Type.Object({
    id: Text,
    status: Text,
    amount: Maybe(Type.Integer()),
    metadata: Anything,
    approvedAt: Anything,
  }),
})

export const witetec = defineProvider({
  code: 'WITETEC',
  name: 'Witetec',
  evidence: 'documentation',
  host: 'https://api.witetec.net',

  credentials: [secret('apiKey', 'secretKey')],
  auth: headers({ 'x-api-key': '{apiKey}' }),

  idempotency: { type: 'none' },
  lookup: null,

  amounts: inCents,
  cards: 'sealed',
  maxInstallments: INSTALLMENTS,
  requires: { PIX: ['customer.phone'], CREDIT_CARD: ['customer.phone'], BILLET: ['customer.phone'] },
  expirySeconds: { PIX: DAY },

  statuses: {
    known: {
      PENDING: 'PENDING',
      WAITING_PAYMENT: 'PENDING',
      PROCESSING: 'PENDING',
      PAID: 'APPROVED',
      AUTHORIZED: 'APPROVED',
      FAILED: 'REJECTED',
      REFUSED: 'REJECTED',
      REFUNDED: 'REFUNDED',
      CHARGEDBACK: 'CHARGEBACK',
      DISPUTE: 'CHARGEBACK',
      BLOCKED: 'CHARGEBACK',
    },
    unknown: 'REJECTED',
  },
  // BLOCKED may only mean held: who is told that it failed pays again.
  withdrawStatuses: {
    known: { REFUNDED: 'REJECTED', BLOCKED: 'PENDING' },
    unknown: 'REJECTED',
  },

  errors: { messages: ['message', 'error', 'errors.0.message'] },

  createTransaction: {
    PIX: (request, { wire }) => charge(wire, request, { method: 'PIX' }),
    CREDIT_CARD(request, { wire, card }) {
      const { cardNumber, holderName, expMonth, expYear, cvv } = card()
      return charge(wire, request, {
        method: 'CREDIT_CARD',
        card: {
          number: cardNumber,
          holderName,
          expirationMonth: Number(expMonth),
          expirationYear: Number(fourDigitYear(expYear)),
          cvv,
        },
      })
    },
    BILLET: (request, { wire }) => charge(wire, request, { method: 'BOLETO' }),
  },

  *readTransaction({ transactionId }, { wire }) {
    return toTransaction(yield* wire.get(path`/transactions/${transactionId}`, Transaction))
  },

  withdraw: {
    *PIX(request, { wire, amounts }) {
      const body = {
        amount: amounts.write(request.amount),
        pixKey: internationalKey(request),
        pixKeyType: request.pixType === 'RANDOM' ? 'EVP' : request.pixType,
        method: 'PIX',
        metadata: { sellerExternalRef: request.withdrawReference },
      }
      return toWithdrawal(yield* wire.post('/withdrawals', body, Withdrawal, { risk: 'money' }))
    },
  },

  *readWithdraw({ withdrawId }, { wire }) {
    return toWithdrawal(yield* wire.get(path`/withdrawals/${withdrawId}`, Withdrawal))
  },

  webhook: {
    verification: 'none',
    body: Type.Object({
      eventType: Type.String({ pattern: '^(TRANSACTION|WITHDRAWAL)_' }),
      id: Anything,
      status: Anything,
      amount: Anything,
      externalRef: Anything,
    }),
    translate: ({ eventType, id, status, amount, externalRef }) =>
      eventType.startsWith('WITHDRAWAL_')
        ? { withdrawId: id, reference: externalRef, rawStatus: status, amount }
        : { transactionId: id, rawStatus: status },
  },
})

function* charge(wire: Wire, { amount, customer, items, reference }: TransactionRequest, particular: object) {
  const body = {
    amount: inCents.write(amount),
    ...particular,
    installments: INSTALLMENTS,
    metadata: { sellerExternalRef: reference },
    customer: {
      name: customer.name,
      email: customer.email,
      phone: customer.phone,
      documentType: documentType(customer.document).toUpperCase(),
      document: customer.document,
    },
    items: items.map(({ id, title, unitPrice, quantity, tangible }) => ({
      title,
      amount: unitPrice,
      quantity,
      tangible,
      externalRef: id,
    })),
  }
  return toTransaction(yield* wire.post('/transactions', body, Transaction, { risk: 'money' }))
}

function toTransaction({ data }: Static<typeof Transaction>) {
  return {
    transactionId: data.id,
    rawStatus: data.status,
    amount: data.amount,
    reference: referenceIn(data.metadata),
    pixCode: data.pix?.copyPaste,
    pixImage: data.pix?.qrcodeUrl,
    billetCode: data.boleto?.barcode,
    billetUrl: data.boleto?.url,
    expiresAt: data.pix?.expirationDate ?? data.boleto?.expirationDate,
  }
}

function toWithdrawal({ data: { id, status, amount, metadata, approvedAt } }: Static<typeof Withdrawal>) {
  return {
    withdrawId: id,
    rawStatus: status,
    amount: amount ?? undefined,
    reference: referenceIn(metadata),
    approvedAt,
  }
}

/** What was sent as `metadata` comes back in it; anything else in there is the provider's own. */
function referenceIn(metadata: unknown): string | undefined {
  return readText(readPath(metadata, 'sellerExternalRef'))
}
