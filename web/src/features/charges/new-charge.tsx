/** A new charge: from nothing, or filled in from the charge or the customer that the address names. Each has a draft of its own. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { rowsOf } from '../../ui/paged-table.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Unread } from '../../ui/unread.tsx'
import { customerQueries } from '../customers/queries.ts'
import { formOf } from './duplicate.ts'
import { formFor } from './for-customer.ts'
import { ChargeFormPage } from './form.tsx'
import { EMPTY_FORM } from './form-values.ts'
import { chargeQueries } from './queries.ts'

export function NewChargePage() {
  const { t } = useTranslation('charges')
  const [search] = useSearchParams()
  const [from, customer] = [search.get('from'), search.get('customer')]
  if (from !== null) return <Copy key={from} id={from} />
  if (customer !== null) return <ForCustomer key={customer} id={customer} />
  return <ChargeFormPage filled={EMPTY_FORM} lead={t('form.lead')} />
}

function Copy({ id }: { id: string }) {
  const { t } = useTranslation('charges')
  const copied = useQuery(chargeQueries.detail(id))
  if (!copied.data) return <Unread query={copied} waiting={<Outline />} />
  return <ChargeFormPage source={`from=${id}`} filled={formOf(copied.data)} lead={t('form.copied')} />
}

function ForCustomer({ id }: { id: string }) {
  const { t } = useTranslation('charges')
  const customer = useQuery({ ...customerQueries.one(id), refetchInterval: false })
  const charges = useInfiniteQuery(chargeQueries.list({ customerId: id }))
  if (!customer.data) return <Unread query={customer} waiting={<Outline />} />
  // They only fill in the address.
  if (charges.isPending && charges.errorUpdateCount === 0) return <Outline />
  return (
    <ChargeFormPage
      source={`customer=${id}`}
      filled={formFor(customer.data, rowsOf(charges))}
      lead={t('form.forCustomer')}
    />
  )
}

function Outline() {
  const { t } = useTranslation('common')
  return <Skeleton className="m-8 h-96 rounded-xl" aria-label={t('loading')} />
}
