import { ChevronRight, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { WaitingItem } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { RelativeTime } from '../../ui/time.tsx'
import { useBuyerName } from '../customers/buyer.tsx'
import { useProviderName } from '../providers/use-provider-name.ts'
import { pageOf, reasonsOf } from './model.ts'
import { useRequester } from './use-requester.ts'

interface WaitingRowProps {
  item: WaitingItem
  isChosen: boolean
  /** Missing where nothing can be decided in bulk. */
  onChoose: ((isChosen: boolean) => void) | undefined
}

/** What it is, in a few words, with the money. */
export function useWhat(): (item: WaitingItem) => string {
  const { t } = useTranslation('attention')
  const { money } = useFormat()
  const nameOf = useBuyerName()
  return (item) => {
    const { kind, name, amount, currency } = item
    const isUnnamed = (kind === 'refund' || kind === 'withdrawal' || kind === 'reconciliation') && !name
    return t(isUnnamed ? `whatAlone.${kind}` : `what.${kind}`, {
      amount: amount === null ? '' : money(amount, currency),
      id: item.kind === 'reconciliation' ? item.externalId : '',
      name: name === '' ? nameOf({ name }) : (name ?? ''),
    }).trim()
  }
}

/** What it is, how much is at stake, why it waits, since when, and who requested it. */
export function WaitingRow({ item, isChosen, onChoose }: WaitingRowProps) {
  const { t } = useTranslation('attention')
  const providerName = useProviderName()
  const { provider, since } = item
  const title = useWhat()(item)
  const requester = useRequester()(item)
  return (
    <li className="flex items-stretch hover:bg-sunken">
      {onChoose ? (
        <label className="grid w-12 shrink-0 place-items-center">
          <span className="sr-only">{t('choose', { what: title })}</span>
          <input
            type="checkbox"
            checked={isChosen}
            onChange={({ target }) => onChoose(target.checked)}
            className="size-4 accent-accent"
          />
        </label>
      ) : (
        <span aria-hidden className="grid w-12 shrink-0 place-items-center text-warning-ink">
          <TriangleAlert className="size-4" />
        </span>
      )}
      <Link to={pageOf(item)} className="flex min-w-0 flex-1 items-center gap-3 py-3 pr-4 md:pr-6">
        <span className="min-w-0 grow">
          <span className="figures font-semibold">{title}</span>
          <span className="block text-[0.8125rem] text-ink-soft">
            <Reasons item={item} />
          </span>
          <span className="block text-[0.8125rem] text-ink-faint">
            {provider && `${providerName(provider)} · `}
            <RelativeTime at={since} />
            {requester && ` · ${t('requestedBy', { name: requester })}`}
          </span>
        </span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-faint" />
      </Link>
    </li>
  )
}

function Reasons({ item }: { item: WaitingItem }) {
  const { t } = useTranslation(['charges', 'disbursements', 'receivers', 'endpoints', 'disputes', 'reconciliation'])
  return reasonsOf(item, t).map((reason) => (
    <span key={reason} className="block">
      {reason}
    </span>
  ))
}
