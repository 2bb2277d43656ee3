import type { TFunction } from 'i18next'
import type { Withdrawal } from '../../api/contract.ts'
import { Tag } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { destinationText, holderOf } from './destination.ts'

/** What only withdrawals have. */
export function withdrawalColumns(t: TFunction<['disbursements', 'charges']>): readonly Column<Withdrawal>[] {
  return [
    {
      id: 'destination',
      header: t('column.destination'),
      card: 'sub',
      className: 'max-w-72',
      cell: (withdrawal) => (
        <Destination holder={holderOf(withdrawal.destination)} at={destinationText(t, withdrawal)} />
      ),
    },
    {
      id: 'method',
      header: t('charges:column.method'),
      card: 'foot',
      cell: ({ paymentMethod }) => <Tag>{t(`method.${paymentMethod}`)}</Tag>,
    },
  ]
}

/** Who is paid, and small the key or account, which stands alone where its holder was left out. */
function Destination({ holder, at }: { holder: string | undefined; at: string }) {
  if (!holder) return <span className="block truncate">{at}</span>
  return (
    <span className="block min-w-0">
      <span className="block truncate">{holder}</span>
      <span className="block truncate text-[0.8125rem] text-ink-faint compact:hidden">{at}</span>
    </span>
  )
}
