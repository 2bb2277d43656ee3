import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { addPercentage, cents } from '../../../../domain/money.ts'
import type { Charge } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { ShortId } from '../../ui/copy.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useReceiver } from '../receivers/use-receiver.ts'
import { paidOrAsked } from './paid-or-asked.ts'

/** The receivers that get a part of the charge; nothing where there are none. */
export function SplitsPanel({ charge }: { charge: Charge }) {
  const { t } = useTranslation('charges')
  if (charge.splits.length === 0) return null
  return (
    <Panel title={t('detail.splits')}>
      <ul aria-label={t('detail.splits')} className="grid gap-3">
        {charge.splits.map((split, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the splits of a charge never change
          <Row key={`${index}-${split.recipientId}`} split={split} charge={charge} />
        ))}
      </ul>
    </Panel>
  )
}

function Row({ split, charge }: { split: Charge['splits'][number]; charge: Charge }) {
  const { t } = useTranslation('charges')
  const { money } = useFormat()
  const { recipientId, type, amount, liable, chargeProcessingFee, chargeRemainder } = split
  const receiver = useReceiver(recipientId, charge.providerAccountId)
  const total = cents(paidOrAsked(charge))
  const flags = [
    ...(liable ? [t('form.splits.liable')] : []),
    ...(chargeProcessingFee ? [t('form.splits.chargeProcessingFee')] : []),
    ...(chargeRemainder ? [t('form.splits.chargeRemainder')] : []),
  ]
  return (
    <li className="flex justify-between gap-4">
      <span className="min-w-0">
        {receiver ? (
          <Link to={`/receivers/${receiver.id}`} className="block truncate text-accent-ink hover:underline">
            {receiver.name}
          </Link>
        ) : (
          <ShortId id={recipientId} />
        )}
        {flags.length > 0 && (
          <span className="block text-[0.8125rem] text-ink-faint text-pretty">{flags.join(' · ')}</span>
        )}
      </span>
      <span className="figures shrink-0 text-right">
        {type === 'FIXED' ? (
          money(amount, charge.currency)
        ) : (
          <>
            {amount}%{/* Its provider computes it, some of what is left after their fee. */}
            <span className="block text-[0.8125rem] text-ink-faint">
              {t('detail.splitAbout', { amount: money(addPercentage(total, amount) - total, charge.currency) })}
            </span>
          </>
        )}
      </span>
    </li>
  )
}
