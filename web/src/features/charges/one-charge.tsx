import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/format.ts'
import { shorten } from '../../ui/copy.tsx'
import { Narrowed } from '../../ui/narrowed.tsx'
import { useAddress } from '../../ui/use-address.ts'
import { paidOrAsked } from './paid-or-asked.ts'
import { chargeQueries } from './queries.ts'

/** The charge whose things alone a list shows, where the address names one. */
export function NarrowedToCharge() {
  const [search] = useAddress()
  const id = search.get('chargeId')
  return id ? <OneCharge id={id} /> : null
}

function OneCharge({ id }: { id: string }) {
  const { t } = useTranslation('charges')
  const { money } = useFormat()
  const { data } = useQuery(chargeQueries.detail(id))
  const text = data ? t('detail.title', { amount: money(paidOrAsked(data), data.currency) }) : shorten(id)
  return <Narrowed name="chargeId" text={text} />
}
