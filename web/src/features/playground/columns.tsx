import { Link } from 'react-router'
import type { Column } from '../../ui/data-table.tsx'
import { BuyerName } from '../customers/buyer.tsx'
import { BuyerActions } from './buyer-actions.tsx'
import { type LedgerWords, ledgerColumns } from './ledger-columns.tsx'
import type { LedgerTransaction } from './queries.ts'

function Whose({ charge: { id, orderId, customerName: name } }: { charge: NonNullable<LedgerTransaction['charge']> }) {
  return (
    <span className="block">
      <Link to={`/charges/${id}`} className="block truncate font-medium hover:underline">
        <BuyerName customer={{ name }} />
      </Link>
      {orderId && <span className="block truncate text-[0.8125rem] text-ink-faint">{orderId}</span>}
    </span>
  )
}

export function transactionColumns(words: LedgerWords): readonly Column<LedgerTransaction>[] {
  const { t } = words
  return ledgerColumns<LedgerTransaction>(words, {
    id: t('column.transaction'),
    created: t('column.created'),
    before: [
      {
        id: 'buyer',
        header: t('column.buyer'),
        card: 'foot',
        className: 'max-w-48',
        cell: ({ charge }) => charge && <Whose charge={charge} />,
      },
      {
        id: 'requests',
        header: t('column.requests'),
        align: 'end',
        card: 'hidden',
        cell: ({ moneyRequests = 0 }) => (
          <span
            title={t('requestsHint')}
            className={moneyRequests > 1 ? 'font-semibold text-warning-ink' : 'text-ink-soft'}
          >
            {moneyRequests}
          </span>
        ),
      },
    ],
    after: [
      {
        id: 'actions',
        header: '',
        align: 'end',
        card: 'foot',
        cell: (transaction) => <BuyerActions transaction={transaction} />,
      },
    ],
  })
}
