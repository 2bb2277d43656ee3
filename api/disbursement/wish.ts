/** What a withdrawal asks of the account that pays it out. */
import { defined } from '../../domain/defined.ts'
import type { WithdrawMethod } from '../../domain/payment-method.ts'
import type { Wish } from '../routing/choose.ts'

interface WithdrawalDraft {
  paymentMethod: WithdrawMethod
  amount: number
  providerAccountId?: string | undefined
}

/** Rules decide of those that any account could pay: a receiver's leaves from where the receiver is. @param seed the withdrawal's id. */
export function withdrawalWish({ paymentMethod, amount, providerAccountId }: WithdrawalDraft, seed: string): Wish {
  return {
    askedId: providerAccountId,
    ...defined({ facts: paymentMethod === 'RECEIVER' ? undefined : { movement: 'withdrawal' as const, amount } }),
    seed,
    ability: {
      obstacle: ({ capabilities }) =>
        capabilities.withdrawMethods.includes(paymentMethod) ? undefined : 'methodNotSupported',
      assertSupports: (provider) => provider.assertSupportsWithdraw(paymentMethod),
    },
  }
}
