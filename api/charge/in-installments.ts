import { mostOf } from '../../domain/installments.ts'
import type { Provider } from '../../providers/contract.ts'
import { broken } from '../problem.ts'
import type { Ability } from '../routing/choose.ts'

export const brokenInstallments = (message: string) => broken('/installments', 'installments', message)

/** The most installments in which the provider charges a card. */
export const mostAt = ({ maxInstallments }: Pick<Provider, 'maxInstallments'>): number => mostOf(maxInstallments)

/** What it takes to charge a card in this number of installments. */
export function inInstallments(installments: number): Ability {
  return {
    obstacle: (provider) => (installments > mostAt(provider) ? 'tooManyInstallments' : undefined),
    assertSupports: (provider) => {
      const most = mostAt(provider)
      if (installments > most) throw brokenInstallments(`The provider charges cards in at most ${most} installment(s)`)
    },
  }
}
