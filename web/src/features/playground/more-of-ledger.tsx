import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { LEDGER_PAGE } from './queries.ts'

interface MoreOfLedgerProps {
  rows: number
  /** The number of rows requested. */
  shown: number
  busy: boolean
  onMore: (shown: number) => void
}

/** Offers older rows when the ledger returned as many rows as requested. */
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
