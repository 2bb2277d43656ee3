/** ASAAS's transfers out, to a Pix key or to a bank account. */
import { type Static, Type } from 'typebox'
import { OUR_MESSAGES } from '../../../domain/our-messages.ts'
import { ProviderError } from '../../../domain/provider-error.ts'
import type { WithdrawRequest, WithdrawRequestBy } from '../../../domain/withdrawal.ts'
import { inReais } from '../../kit/amounts.ts'
import { internationalKey } from '../../kit/pix-keys.ts'
import { Anything, Maybe, Text } from '../../kit/schemas.ts'
import type { Wire } from '../../kit/wire.ts'

export const Transfer = Type.Object({
  id: Text,
  status: Text,
  value: Maybe(Type.Number()),
  externalReference: Maybe(Type.String()),
})

export const Transfers = Type.Object({ data: Type.Array(Transfer) })

export function* transfer(request: WithdrawRequest, target: object, wire: Wire) {
  const { amount, description, withdrawReference } = request
  const body = { value: inReais.write(amount), ...target, description, externalReference: withdrawReference }
  return toWithdrawal(yield* wire.post('/transfers', body, Transfer, { risk: 'money' }))
}

export function toWithdrawal({ id, status, value, externalReference }: Static<typeof Transfer>) {
  return { withdrawId: id, rawStatus: status, amount: value, reference: externalReference }
}

/**
 * The transfer that carries our reference. Clients filter the list by it, the documentation does not name the filter: a list
 * that it has not narrowed says nothing.
 * @throws ProviderError MalformedResponse when the list is not of our reference alone.
 */
export function ownTransfer(transfers: readonly Static<typeof Transfer>[], reference: string) {
  const own = transfers.find(({ externalReference }) => externalReference === reference)
  if (own) return toWithdrawal(own)
  if (transfers.length > 0) throw new ProviderError('MalformedResponse', OUR_MESSAGES.otherTransfers)
  return null
}

export function pixTarget(request: WithdrawRequestBy['PIX']) {
  const { pixType } = request
  return {
    operationType: 'PIX',
    pixAddressKey: internationalKey(request),
    pixAddressKeyType: pixType === 'RANDOM' ? 'EVP' : pixType,
  }
}

/** The last character of the account's number is its digit. */
export function bankTarget(request: WithdrawRequestBy['BANK_ACCOUNT']) {
  const account = request.accountNumber.replace(/[^0-9A-Za-z]/g, '')
  return {
    operationType: 'TED',
    bankAccount: {
      bank: { code: request.bankCode },
      ownerName: request.accountHolder ?? request.name,
      cpfCnpj: request.accountDocument ?? request.document,
      agency: request.branchNumber,
      account: account.slice(0, -1),
      accountDigit: account.slice(-1),
      bankAccountType: request.accountType === 'SAVINGS' ? 'CONTA_POUPANCA' : 'CONTA_CORRENTE',
    },
  }
}

/** What cannot be read off a transfer's status: it is held until the provider, or its owner, has looked at it. */
const BLOCKED = 'TRANSFER_BLOCKED'

export const TransferEvent = Type.Object({
  event: Type.String({ pattern: '^TRANSFER_' }),
  transfer: Type.Object({
    id: Anything,
    status: Anything,
    externalReference: Anything,
    value: Anything,
    failReason: Anything,
  }),
})

/** `value` is what the payee gets; the provider's fee is its own. */
export function transferNews({ event, transfer }: Static<typeof TransferEvent>) {
  const { id, externalReference, status, value, failReason } = transfer
  const word = event === BLOCKED ? { rawStatus: BLOCKED, status: 'PENDING' as const } : { rawStatus: status }
  return { withdrawId: id, reference: externalReference, ...word, amount: value, refusal: failReason }
}
