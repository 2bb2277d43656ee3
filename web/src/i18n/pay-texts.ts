/** The buyer's page loads its own few texts and no others; the language that nearly everybody reads is there with its script. */
import { texts } from './pt-BR/buyer/texts.ts'
import type { Texts } from './start.ts'

export const PAY_TEXTS: Texts = {
  'pt-BR': async () => ({ texts }),
  en: () => import('./en/buyer/texts.ts'),
}
