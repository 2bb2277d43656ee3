import { defined } from '../../../../domain/defined.ts'
import type { NewRoutingRule, PaymentMethod, RoutingRule } from '../../api/contract.ts'

/** A rule as its form holds it: nothing is an empty text, or no cents. */
export interface RuleValues {
  name: string
  paymentMethods: PaymentMethod[]
  movements: ('charge' | 'withdrawal')[]
  cardBrands: string[]
  amountFrom: number
  amountTo: number
  installmentsFrom: string
  installmentsTo: string
  strategy: RoutingRule['strategy']
  accounts: { providerAccountId: string; weight: string }[]
}

export function valuesOf(rule: RoutingRule | undefined): RuleValues {
  const when = rule?.when ?? {}
  return {
    name: rule?.name ?? '',
    paymentMethods: when.paymentMethods ?? [],
    movements: when.movements ?? ['charge'],
    cardBrands: when.cardBrands ?? [],
    amountFrom: when.amountFrom ?? 0,
    amountTo: when.amountTo ?? 0,
    installmentsFrom: String(when.installmentsFrom ?? ''),
    installmentsTo: String(when.installmentsTo ?? ''),
    strategy: rule?.strategy ?? 'priority',
    accounts: (rule?.accounts ?? []).map(({ providerAccountId, weight = 1 }) => ({
      providerAccountId,
      weight: String(weight),
    })),
  }
}

/** Methods, brands and installments are a charge's: a rule that is for withdrawals, too, asks for none. */
export const isOfChargesAlone = ({ movements }: Pick<RuleValues, 'movements'>): boolean =>
  !movements.includes('withdrawal')

/** A range that ends before it begins holds nothing; an end of zero, or an empty one, is none. */
export const endsTooEarly = (from: number | string, to: number | string): boolean =>
  Number(to) > 0 && Number(from) > Number(to)

export function ruleOf(values: RuleValues): NewRoutingRule {
  const { name, strategy, movements, paymentMethods, cardBrands, amountFrom, amountTo } = values
  const installmentsFrom = Number(values.installmentsFrom)
  const installmentsTo = Number(values.installmentsTo)
  const ofCharges = defined({
    paymentMethods: paymentMethods.length > 0 ? paymentMethods : undefined,
    cardBrands: cardBrands.length > 0 ? cardBrands : undefined,
    installmentsFrom: installmentsFrom > 0 ? installmentsFrom : undefined,
    installmentsTo: installmentsTo > 0 ? installmentsTo : undefined,
  })
  return {
    name,
    strategy,
    when: {
      movements,
      ...defined({
        amountFrom: amountFrom > 0 ? amountFrom : undefined,
        amountTo: amountTo > 0 ? amountTo : undefined,
      }),
      ...(isOfChargesAlone(values) ? ofCharges : {}),
    },
    accounts: values.accounts.map(({ providerAccountId, weight }) => ({
      providerAccountId,
      ...defined({ weight: strategy === 'split' ? Number(weight) : undefined }),
    })),
  }
}
