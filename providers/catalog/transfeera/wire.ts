/** What goes to TRANSFEERA and comes from it: Pix charges, boletos, withdrawals in batches. */
import { type Static, Type } from 'typebox'
import { OUR_MESSAGES } from '../../../domain/our-messages.ts'
import { ProviderError } from '../../../domain/provider-error.ts'
import type { TransactionRequest } from '../../../domain/transaction.ts'
import type { WithdrawRequestBy } from '../../../domain/withdrawal.ts'
import type { Steps } from '../../contract.ts'
import { inReais } from '../../kit/amounts.ts'
import { readPath } from '../../kit/json.ts'
import { internationalKey, PORTUGUESE_KEY_TYPES } from '../../kit/pix-keys.ts'
import { Anything, Id, Maybe, Text } from '../../kit/schemas.ts'
import type { RefundAnswer } from '../../kit/spec.ts'
import { path, type Wire } from '../../kit/wire.ts'

export const QrCode = Type.Object({
  txid: Text,
  integration_id: Maybe(Type.String()),
  status: Text,
  original_value: Maybe(Type.Number()),
  emv_payload: Maybe(Type.String()),
  image_base64: Anything,
})
export const Charge = Type.Object({
  id: Id,
  external_id: Maybe(Type.String()),
  status: Text,
  amount: Maybe(Type.Number()),
  bank_slip: Maybe(Type.Object({ digitable_line: Maybe(Type.String()) })),
})
export const Refund = Type.Object({ id: Id, error_code: Anything })
/** A completed refund has the bank's own id. */
const ListedRefund = Type.Object({
  id: Id,
  integration_id: Anything,
  return_id: Maybe(Type.String()),
  error_code: Anything,
})
export const Refunds = Type.Object({ entries: Type.Array(ListedRefund) })
const Batch = Type.Object({ id: Id })
export const Balance = Type.Object({ value: Type.Number(), waiting_value: Maybe(Type.Number()) })
export const Transfer = Type.Object({
  id: Id,
  status: Text,
  value: Maybe(Type.Number()),
  integration_id: Maybe(Type.String()),
})

export function boletoBody(request: TransactionRequest, dueDate: string) {
  const { amount, customer, address, description, items, reference } = request
  return {
    payment_methods: ['bank_slip'],
    amount: inReais.write(amount),
    due_date: dueDate,
    description: description ?? items[0]?.title,
    external_id: reference,
    payer: {
      name: customer.name,
      tax_id: customer.document,
      email: customer.email,
      phone: customer.phone,
      address: address && {
        street: address.address,
        number: address.number,
        district: address.district,
        city: address.city,
        state: address.state,
        postal_code: address.zipCode,
      },
    },
  }
}

/** @returns the batch's id. From here on the money may leave: what follows only reads. */
export function* openBatch(request: WithdrawRequestBy['PIX'], wire: Wire): Steps<string> {
  const { id } = yield* wire.post('/batch', batchBody(request), Batch, { risk: 'money' })
  return String(id)
}

/**
 * The list may be behind its batch, or another batch's: it is read twice.
 * @throws ProviderError Mismatch when the transfer is in neither.
 */
export function* transferIn(batchId: string, { withdrawReference }: WithdrawRequestBy['PIX'], wire: Wire) {
  for (let reads = 0; reads < 2; reads += 1) {
    const transfers = yield* wire.get(path`/batch/${batchId}/transfer`, Type.Array(Transfer))
    const ours = transfers.find(({ integration_id }) => integration_id === withdrawReference)
    if (ours) return ours
  }
  throw new ProviderError('Mismatch', OUR_MESSAGES.transferNotInBatch)
}

/** A batch of one. */
function batchBody(request: WithdrawRequestBy['PIX']) {
  const { amount, withdrawReference, description, pixType } = request
  return {
    name: withdrawReference,
    type: 'TRANSFERENCIA',
    auto_close: true,
    transfers: [
      {
        value: inReais.write(amount),
        integration_id: withdrawReference,
        idempotency_key: withdrawReference,
        pix_description: description,
        destination_bank_account: { pix_key_type: PORTUGUESE_KEY_TYPES[pixType], pix_key: internationalKey(request) },
      },
    ],
  }
}

/** What is stated is what was asked for: of what came, only the notice tells. */
export const PAID = 'CONCLUIDA'

/** A word of ours: the code stays paid when its Pix goes back. */
export const GONE_BACK = 'DEVOLVIDA'

export function pix({
  txid,
  integration_id,
  status,
  original_value,
  emv_payload,
  image_base64,
}: Static<typeof QrCode>) {
  return {
    transactionId: txid,
    rawStatus: status,
    amount: status === PAID ? undefined : (original_value ?? undefined),
    reference: integration_id,
    pixCode: emv_payload,
    pixImage: image_base64,
  }
}

export function boleto({ id, external_id, status, amount, bank_slip }: Static<typeof Charge>) {
  return {
    transactionId: id,
    rawStatus: status,
    amount: amount ?? undefined,
    reference: external_id,
    billetCode: bank_slip?.digitable_line,
  }
}

/** Its words for a refund's status are not known; an error means that nothing goes back. */
export function toRefund({ id, error_code }: Static<typeof Refund>): RefundAnswer<number> {
  return { refundId: id, state: error_code ? 'refused' : 'queued' }
}

export function listedRefund(refund: Static<typeof ListedRefund>): RefundAnswer<number> {
  const answer = toRefund(refund)
  return answer.state === 'queued' && refund.return_id ? { ...answer, state: 'done' } : answer
}

export function toWithdrawal({ id, status, value, integration_id }: Static<typeof Transfer>) {
  return { withdrawId: id, rawStatus: status, amount: value ?? undefined, reference: integration_id }
}

export const TransferEvent = Type.Object({
  object: Type.Literal('Transfer'),
  data: Type.Object({
    id: Anything,
    status: Anything,
    value: Anything,
    integration_id: Anything,
    status_description: Anything,
    error: Anything,
  }),
})

/** DEVOLVIDO: the bank has sent back what had arrived. */
export function transferNews({ data }: Static<typeof TransferEvent>) {
  const { id, status, value, integration_id, status_description, error } = data
  const refusal = status_description ?? readPath(error, 'message')
  return { withdrawId: id, reference: integration_id, rawStatus: status, amount: value, refusal }
}
