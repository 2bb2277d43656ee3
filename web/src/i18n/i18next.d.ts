import 'i18next'
import type { texts } from './pt-BR/index.generated.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: typeof texts
  }
}
