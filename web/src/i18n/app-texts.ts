import type { Texts } from './start.ts'

export const APP_TEXTS: Texts = {
  'pt-BR': () => import('./pt-BR/index.generated.ts'),
  en: () => import('./en/index.generated.ts'),
}
