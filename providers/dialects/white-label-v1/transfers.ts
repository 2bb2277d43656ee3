/** The white label's withdrawals: `POST /transfers`, guarded by a key of their own where the account has one. */
import { type Static, Type } from 'typebox'
import type { PixKeyType } from '../../../domain/withdrawal.ts'
import { digitsKey } from '../../kit/pix-keys.ts'
import { Anything, Id, Maybe, Text } from '../../kit/schemas.ts'
import { path } from '../../kit/wire.ts'
import type { WhiteLabelSpec } from '../white-label-v1.ts'

export const Transfer = Type.Object({
  id: Id,
  status: Text,
  amount: Maybe(Type.Integer()),
  externalRef: Maybe(Type.String()),
  transferredAt: Anything,
})
const KEY_TYPES = { CPF: 'cpf', CNPJ: 'cnpj', EMAIL: 'email', PHONE: 'phone', RANDOM: 'evp' } as const satisfies Record<
  PixKeyType,
  string
>

type Withdrawals = NonNullable<WhiteLabelSpec['withdraw']>

/** `netPayout: false`: exactly the amount leaves, and the fee comes out of it. */
export const payOut: NonNullable<Withdrawals['PIX']> = function* (request, { wire, amounts, credentials }) {
  const body = {
    method: 'fiat',
    amount: amounts.write(request.amount),
    netPayout: false,
    pixKey: digitsKey(request),
    pixKeyType: KEY_TYPES[request.pixType],
    description: request.description,
    externalRef: request.withdrawReference,
    postbackUrl: request.webhookUrl,
  }
  const headers = withdrawHeaders(credentials)
  return toWithdrawal(yield* wire.post('/transfers', body, Transfer, { risk: 'money', headers }))
}

export const readTransfer: NonNullable<WhiteLabelSpec['readWithdraw']> = function* (
  { withdrawId },
  { wire, credentials },
) {
  const headers = withdrawHeaders(credentials)
  return toWithdrawal(yield* wire.get(path`/transfers/${withdrawId}`, Transfer, undefined, { headers }))
}

function withdrawHeaders({ withdrawKey }: { withdrawKey?: string }): Record<string, string> {
  return withdrawKey ? { 'x-withdraw-key': withdrawKey } : {}
}

/** A withdrawal in the family's words. */
export function toWithdrawal({ id, status, amount, externalRef, transferredAt }: Static<typeof Transfer>) {
  return {
    withdrawId: id,
    rawStatus: status,
    amount: amount ?? undefined,
    reference: externalRef,
    approvedAt: transferredAt,
  }
}
