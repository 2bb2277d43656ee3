import { useTranslation } from 'react-i18next'
import type { PaymentMethod } from '../../api/contract.ts'

interface InsteadProps {
  methods: readonly PaymentMethod[]
  onChoose: (method: PaymentMethod) => void
}

/** The other ways to pay, where one is closed for now. */
export function Instead({ methods, onChoose }: InsteadProps) {
  const { t } = useTranslation('buy')
  if (methods.length === 0) return null
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {methods.map((method) => (
        <button
          key={method}
          type="button"
          onClick={() => onChoose(method)}
          className="h-11 grow rounded-xl border border-danger-line bg-surface px-4 font-medium text-ink hover:bg-hover"
        >
          {t(`instead.${method}`)}
        </button>
      ))}
    </div>
  )
}
