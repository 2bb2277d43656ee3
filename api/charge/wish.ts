/** What a charge asks of the account that takes it. */
import { defined } from '../../domain/defined.ts'
import { MESSAGES } from '../../domain/messages.ts'
import type { PaymentMethod } from '../../domain/payment-method.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import { missingFields, type RequirementsDraft } from '../../domain/requirements.ts'
import type { Split } from '../../domain/transaction.ts'
import type { Provider } from '../../providers/contract.ts'
import { namedReceiver } from '../receiver/named.ts'
import type { Wish } from '../routing/choose.ts'
import { inInstallments } from './in-installments.ts'

interface ChargeDraft extends RequirementsDraft {
  paymentMethod: PaymentMethod
  amount: number
  installments?: number
  cardBrand?: string
  providerAccountId?: string
  splits?: readonly Pick<Split, 'type'>[]
  receiverToken?: string
}

/** @param seed the charge's id. */
export function chargeWish(draft: ChargeDraft, seed: string): Wish {
  const { paymentMethod, amount, installments = 1, cardBrand, providerAccountId, splits = [], receiverToken } = draft
  const canSplit = ({ capabilities }: Provider) => splits.every(({ type }) => capabilities.splitTypes.includes(type))
  const inParts = inInstallments(paymentMethod === 'CREDIT_CARD' ? installments : 1)
  const acting = namedReceiver(receiverToken)
  const missing = ({ requires }: Provider) => missingFields(draft, requires[paymentMethod] ?? [])
  return {
    askedId: providerAccountId,
    facts: { movement: 'charge', paymentMethod, amount, installments, ...defined({ cardBrand }) },
    seed,
    ability: {
      obstacle: (provider) => {
        if (!provider.capabilities.paymentMethods.includes(paymentMethod)) return 'methodNotSupported'
        if (!canSplit(provider)) return 'splitNotSupported'
        const obstacle = inParts.obstacle(provider) ?? acting.obstacle(provider)
        return obstacle ?? (missing(provider).length > 0 ? 'missingFields' : undefined)
      },
      missing,
      assertSupports: (provider) => {
        provider.assertSupports(paymentMethod)
        if (!canSplit(provider)) throw new ProviderError('NotSupported', MESSAGES.methodNotImplemented)
        inParts.assertSupports(provider)
        acting.assertSupports(provider)
      },
    },
  }
}
