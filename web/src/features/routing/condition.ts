import type { TFunction } from 'i18next'
import { brandName } from '../../../../domain/card-number.ts'
import type { RoutingRule } from '../../api/contract.ts'

type Texts = TFunction<['routing', 'common']>

/** What a rule asks, in words, a piece for each; none when it takes everything. */
export function conditionTexts(when: RoutingRule['when'], t: Texts, money: (cents: number) => string): string[] {
  const { movements = ['charge'], paymentMethods, amountFrom, amountTo, installmentsFrom, installmentsTo } = when
  const amount = range(amountFrom, amountTo, money)
  const installments = range(installmentsFrom, installmentsTo, (count) => `${count}x`)
  return [
    ...(movements.length === 1 && movements[0] === 'charge' ? [] : [movements.map((one) => t(`movement.${one}`))]),
    ...(paymentMethods ? [paymentMethods.map((method) => t(`common:method.${method}`))] : []),
    ...(when.cardBrands ? [when.cardBrands.map((brand) => brandName(brand) ?? t('routing:form.otherBrand'))] : []),
    ...(amount ? [[t(`range.${amount.kind}`, amount)]] : []),
    ...(installments ? [[t(`range.${installments.kind}`, installments)]] : []),
  ].map((words) => words.join(', '))
}

function range(from: number | undefined, to: number | undefined, write: (value: number) => string) {
  if (from !== undefined && to !== undefined) return { kind: 'both', from: write(from), to: write(to) } as const
  if (from !== undefined) return { kind: 'from', from: write(from) } as const
  return to === undefined ? undefined : ({ kind: 'to', to: write(to) } as const)
}
