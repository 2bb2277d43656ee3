import { useTranslation } from 'react-i18next'
import { PAYMENT_METHODS, type PaymentMethod } from '../../api/contract.ts'
import { ConnectOrAsk } from '../providers/connect-or-ask.tsx'
import { useTakenMethods } from '../providers/use-taken-methods.ts'

interface NotPayableProps {
  /** Those of the page; null for all. */
  methods: readonly PaymentMethod[] | null
}

/** Warns the seller of a page on which no buyer can pay, because no active account takes any of its methods. */
export function NotPayable({ methods }: NotPayableProps) {
  const { t } = useTranslation('selling')
  const taken = useTakenMethods()
  const wanted = methods ?? PAYMENT_METHODS
  if (!taken || wanted.length === 0 || wanted.some((method) => taken.has(method))) return null
  return (
    <div
      role="status"
      className="grid justify-items-start gap-3 rounded-lg border border-warning-line bg-warning-soft p-4 text-pretty"
    >
      <p className="text-warning-ink">{t('notPayable')}</p>
      <ConnectOrAsk />
    </div>
  )
}
