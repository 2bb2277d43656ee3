import { Minus, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'

interface QuantityProps {
  quantity: number
  most: number
  onQuantity: (quantity: number) => void
}

/** How many of an offer. */
export function Quantity({ quantity, most, onQuantity }: QuantityProps) {
  const { t } = useTranslation('buy')
  const step = 'grid size-11 place-items-center rounded-xl border border-line-strong hover:bg-hover disabled:opacity-50'
  return (
    <fieldset className="flex items-center justify-between gap-4">
      <legend className="float-left font-medium">{t('quantity.title')}</legend>
      <span className="flex items-center gap-2">
        <button
          type="button"
          aria-label={t('quantity.less')}
          disabled={quantity <= 1}
          onClick={() => onQuantity(quantity - 1)}
          className={step}
        >
          <Minus aria-hidden className="size-4" />
        </button>
        <output aria-live="polite" className="figures min-w-8 text-center font-semibold">
          {quantity}
        </output>
        <button
          type="button"
          aria-label={t('quantity.more')}
          disabled={quantity >= most}
          onClick={() => onQuantity(quantity + 1)}
          className={step}
        >
          <Plus aria-hidden className="size-4" />
        </button>
      </span>
    </fieldset>
  )
}
