import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Charge } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { ShortId } from '../../ui/copy.tsx'
import { rowsOf } from '../../ui/paged-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { receiverQueries } from '../receivers/queries.ts'

/** The receivers that get a part of the charge; nothing where there are none. */
export function SplitsPanel({ charge: { splits, currency } }: { charge: Charge }) {
  const { t } = useTranslation('charges')
  const { money } = useFormat()
  const receivers = rowsOf(useInfiniteQuery({ ...receiverQueries.list({}), enabled: splits.length > 0 }))
  if (splits.length === 0) return null
  return (
    <Panel title={t('detail.splits')}>
      <ul className="grid gap-3">
        {splits.map((split, index) => {
          const { recipientId, type, amount, liable, chargeProcessingFee, chargeRemainder } = split
          const known = receivers.find(({ receiverId }) => receiverId === recipientId)
          const flags = [
            ...(liable ? [t('form.splits.liable')] : []),
            ...(chargeProcessingFee ? [t('form.splits.chargeProcessingFee')] : []),
            ...(chargeRemainder ? [t('form.splits.chargeRemainder')] : []),
          ]
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the splits of a charge never change
            <li key={`${index}-${recipientId}`} className="flex justify-between gap-4">
              <span className="min-w-0">
                {known ? <span className="block truncate">{known.name}</span> : <ShortId id={recipientId} />}
                {flags.length > 0 && (
                  <span className="block text-[0.8125rem] text-ink-faint text-pretty">{flags.join(' · ')}</span>
                )}
              </span>
              <span className="figures shrink-0 text-right">
                {type === 'FIXED' ? money(amount, currency) : `${amount}%`}
              </span>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
