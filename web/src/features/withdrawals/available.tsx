import { useTranslation } from 'react-i18next'
import type { NewWithdrawal } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { RelativeTime } from '../../ui/time.tsx'
import { useAvailable } from '../providers/balance.tsx'

interface AvailableProps {
  amount: number
  paymentMethod: NewWithdrawal['paymentMethod']
  /** Without one the accounts' order decides. */
  accountId: string | undefined
}

/** The balance that an amount would leave. Nothing while none is known, or where it would leave a receiver's, which is not read. */
export function Available({ paymentMethod, ...props }: AvailableProps) {
  return paymentMethod === 'RECEIVER' ? null : <AccountAvailable {...props} />
}

function AccountAvailable({ amount, accountId }: Omit<AvailableProps, 'paymentMethod'>) {
  const { t } = useTranslation('disbursements')
  const { money } = useFormat()
  const held = useAvailable(accountId)
  if (!held) return null
  // A warning and no refusal: the balance may have changed since it was read.
  const isShort = held.available < amount
  return (
    <div className="grid gap-1 text-[0.8125rem] text-pretty">
      <p className="figures text-ink-soft">
        {t(accountId === undefined ? 'available.most' : 'available.account', { amount: money(held.available) })} ·{' '}
        <RelativeTime at={held.at} />
      </p>
      <p role="status" className="text-warning-ink empty:hidden">
        {isShort && t(accountId === undefined ? 'available.shortEverywhere' : 'available.short')}
      </p>
    </div>
  )
}
