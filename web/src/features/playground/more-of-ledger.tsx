import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { LEDGER_PAGE } from './queries.ts'

interface MoreOfLedgerProps {
  rows: number
  /** How many rows were asked for. */
  shown: number
  busy: boolean
  onMore: (shown: number) => void
}

/** Offers older rows where the ledger gave as many as it was asked for. */
export function MoreOfLedger({ rows, shown, busy, onMore }: MoreOfLedgerProps) {
  const { t } = useTranslation('common')
  if (rows < shown) return null
  return (
    <div className="border-t border-line p-3 text-center">
      <Button look="quiet" busy={busy} onClick={() => onMore(shown + LEDGER_PAGE)}>
        {t('loadMore')}
      </Button>
    </div>
  )
}
