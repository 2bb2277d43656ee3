import { Check, CreditCard, FileText, type LucideIcon, QrCode } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { PaymentMethod } from '../../api/contract.ts'
import { cx } from '../../ui/class-names.ts'

const ICONS = { PIX: QrCode, CREDIT_CARD: CreditCard, BILLET: FileText } as const satisfies Record<
  PaymentMethod,
  LucideIcon
>

interface MethodChoiceProps {
  methods: readonly PaymentMethod[]
  chosen: PaymentMethod
  onChoose: (method: PaymentMethod) => void
  /** The highest number of installments by card. */
  most: number
}

/** How to pay, one below the other with what each means: a thumb finds the whole line. */
export function MethodChoice({ methods, chosen, onChoose, most }: MethodChoiceProps) {
  const { t } = useTranslation('buy')
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-medium">{t('method')}</legend>
      {methods.map((method) => {
        const Icon = ICONS[method]
        const isChosen = method === chosen
        return (
          <label
            key={method}
            className={cx(
              'flex min-h-14 cursor-pointer items-center gap-3 rounded-xl border px-4 py-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-edge',
              isChosen ? 'border-accent-edge bg-accent-soft' : 'border-line-strong hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name="method"
              className="sr-only"
              checked={isChosen}
              onChange={() => onChoose(method)}
            />
            <Icon aria-hidden className="size-5 shrink-0" />
            <span className="min-w-0 flex-1 leading-tight">
              <span className="block font-medium">{t(`methods.${method}`)}</span>
              <span className="block text-[0.8125rem] text-ink-soft">
                {method === 'CREDIT_CARD' && most > 1 ? t('about.installments', { count: most }) : t(`about.${method}`)}
              </span>
            </span>
            <span
              aria-hidden
              className={cx(
                'grid size-5 shrink-0 place-items-center rounded-full border',
                isChosen ? 'border-accent-edge bg-accent text-on-accent' : 'border-control',
              )}
            >
              {isChosen && <Check className="size-3.5" strokeWidth={3} />}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
