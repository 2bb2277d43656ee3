/**
 * ASAAS's sub-accounts: opened with what the provider asks of each person or company, and with a webhook subscription of
 * their own. Money is split to an account's wallet; its state is told to its own key alone, which is shown once.
 */
import { type Static, Type } from 'typebox'
import { MESSAGES } from '../../../domain/messages.ts'
import { ProviderError } from '../../../domain/provider-error.ts'
import type { ReceiverRequest } from '../../../domain/receiver.ts'
import { Text } from '../../kit/schemas.ts'

export const Account = Type.Object({ walletId: Text, apiKey: Text })
export const AccountStatus = Type.Object({ general: Text })

const EVENTS = [
  'CREATED',
  'AWAITING_RISK_ANALYSIS',
  'APPROVED_BY_RISK_ANALYSIS',
  'REPROVED_BY_RISK_ANALYSIS',
  'AUTHORIZED',
  'UPDATED',
  'CONFIRMED',
  'RECEIVED',
  'CREDIT_CARD_CAPTURE_REFUSED',
  'ANTICIPATED',
  'OVERDUE',
  'DELETED',
  'RESTORED',
  'REFUNDED',
  'PARTIALLY_REFUNDED',
  'REFUND_IN_PROGRESS',
  'RECEIVED_IN_CASH_UNDONE',
  'CHARGEBACK_REQUESTED',
  'CHARGEBACK_DISPUTE',
  'AWAITING_CHARGEBACK_REVERSAL',
  'DUNNING_RECEIVED',
  'DUNNING_REQUESTED',
  'BANK_SLIP_VIEWED',
].map((event) => `PAYMENT_${event}`)

/** What a seller says of a receiver for this provider alone. */
const ProviderData = Type.Object({
  incomeValue: Type.Optional(Type.Unknown()),
  birthDate: Type.Optional(Type.Unknown()),
  companyType: Type.Optional(Type.Unknown()),
  mobilePhone: Type.Optional(Type.Unknown()),
})

/**
 * The body of `POST /accounts`. Without a secret to prove its webhooks by, the account gets no subscription.
 * @throws ProviderError InvalidRequest without a monthly income.
 */
export function accountBody(request: ReceiverRequest, webhookSecret: string | undefined) {
  const { name, email, document, address, reference, webhookUrl } = request
  const data: Static<typeof ProviderData> = request.providerData ?? {}
  const incomeValue = Number(data.incomeValue)
  if (!(incomeValue > 0))
    throw new ProviderError('InvalidRequest', MESSAGES.incomeMissing, { path: '/providerData/incomeValue' })
  return {
    name,
    email,
    cpfCnpj: document,
    birthDate: data.birthDate,
    companyType: data.companyType,
    mobilePhone: data.mobilePhone,
    incomeValue,
    address: address.street,
    addressNumber: address.number,
    province: address.district,
    postalCode: address.zipcode,
    webhooks:
      webhookUrl && webhookSecret
        ? [
            {
              name: `Trilho ${reference}`,
              url: webhookUrl,
              email,
              sendType: 'SEQUENTIALLY',
              enabled: true,
              interrupted: false,
              apiVersion: 3,
              authToken: webhookSecret,
              events: EVENTS,
            },
          ]
        : undefined,
  }
}

/** @throws ProviderError NotSupported for a receiver whose key was not kept: it cannot be read. */
export function ownKey(receiverToken: string | undefined): Readonly<Record<string, string>> {
  if (!receiverToken) throw new ProviderError('NotSupported', MESSAGES.receiverNotFound)
  return { access_token: receiverToken }
}
