import type { Column } from '../../ui/data-table.tsx'
import { BuyerName } from '../customers/buyer.tsx'
import { BuyerActions } from './buyer-actions.tsx'
import { type LedgerWords, ledgerColumns } from './ledger-columns.tsx'
import type { LedgerTransaction } from './queries.ts'
import { Whose } from './whose.tsx'

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
        className: 'max-w-36',
        cell: ({ charge }) =>
          charge && (
            <Whose to={`/charges/${charge.id}`} reference={charge.orderId}>
              <BuyerName customer={{ name: charge.customerName }} />
            </Whose>
          ),
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
        card: 'deeds',
        cell: (transaction) => <BuyerActions transaction={transaction} />,
      },
    ],
  })
}
