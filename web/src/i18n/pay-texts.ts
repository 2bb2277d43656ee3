/** The buyer's page loads its own few texts and no others. */
import type { Texts } from './start.ts'

export const PAY_TEXTS: Texts = {
  'pt-BR': () => import('./pt-BR/buyer.ts'),
  en: () => import('./en/buyer.ts'),
}
