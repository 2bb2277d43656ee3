import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { ContactRound, Plus, ReceiptText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { ApiError } from '../../api/client.ts'
import type { Charge, KnownCustomer } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ShortId } from '../../ui/copy.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { DetailColumns, DetailHeading, Loaded } from '../../ui/detail-page.tsx'
import { Page } from '../../ui/page.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { Fact, Facts, Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { useSort } from '../../ui/use-sort.ts'
import { chargeColumns } from '../charges/columns.tsx'
import { useLiveCharges } from '../charges/live.ts'
import { paidOrAsked } from '../charges/paid-or-asked.ts'
import { chargeQueries } from '../charges/queries.ts'
import { ForOperators } from '../decisions/for-operators.tsx'
import { useProviderName } from '../providers/use-provider-name.ts'
import { ContactFacts } from './buyer.tsx'
import { EraseButton } from './erase.tsx'
import { customerQueries } from './queries.ts'
import { chargesOf, Sums } from './totals.tsx'

/** Columns of the list of charges that say nothing here, or stand on the charge's own page. */
const OF_NO_USE: readonly string[] = ['customer', 'order', 'paid', 'provider']

/** On a card what was bought stands where the list of charges names who bought it. */
const inItsPlace = (column: Column<Charge>): Column<Charge> =>
  column.id === 'sold' ? { ...column, card: 'sub' } : column

export function CustomerPage() {
  const { id = '' } = useParams()
  const customer = useQuery(customerQueries.one(id))
  if (customer.error instanceof ApiError && customer.error.status === 404) return <Gone />
  return <Loaded query={customer}>{(known) => <CustomerView customer={known} />}</Loaded>
}

function CustomerView({ customer }: { customer: KnownCustomer }) {
  const { t } = useTranslation(['customers', 'charges'])
  const { name, email, createdAt } = customer
  const heading = (
    <DetailHeading back={{ to: '/customers', text: t('list.title') }} title={name} badge={null}>
      {email} · {t('first')} <RelativeTime at={createdAt} />
    </DetailHeading>
  )
  return (
    <Page
      title={name}
      heading={heading}
      actions={
        <>
          <LinkButton look="primary" to={`/charges/new?customer=${customer.id}`}>
            <Plus aria-hidden />
            {t('charges:list.new')}
          </LinkButton>
          <ForOperators ask="erase">
            <EraseButton customer={customer} />
          </ForOperators>
        </>
      }
    >
      <DetailColumns
        isAsideFirst
        aside={
          <>
            <TotalsPanel customer={customer} />
            <ContactPanel customer={customer} />
          </>
        }
      >
        <ChargesPanel id={customer.id} />
      </DetailColumns>
    </Page>
  )
}

/** The same charges as in the list of charges, where they can be filtered further. */
function ChargesPanel({ id }: { id: string }) {
  const { t } = useTranslation(['charges', 'common', 'customers'])
  const format = useFormat()
  const queries = useQueryClient()
  const { query: sort, byAge } = useSort()
  const charges = useInfiniteQuery(chargeQueries.list({ customerId: id, ...sort }))
  useLiveCharges(
    () => void queries.invalidateQueries({ queryKey: customerQueries.one(id).queryKey }),
    ({ customerId }) => customerId === id,
  )
  const columns = chargeColumns(t, format, useProviderName(), { byAge })
  return (
    <PagedTable<Charge>
      title={t('list.title')}
      aside={
        <Link to={`/charges?customerId=${id}`} className="text-[0.8125rem] font-medium text-accent-ink hover:underline">
          {t('customers:toList')}
        </Link>
      }
      query={charges}
      empty={<EmptyState icon={ReceiptText} title={t('list.emptyTitle')} />}
      caption={t('list.caption')}
      columns={columns.filter(({ id: column }) => !OF_NO_USE.includes(column)).map(inItsPlace)}
      rowKey={({ id: charge }) => charge}
      rowLink={(charge) => ({
        to: `/charges/${charge.id}`,
        label: t('list.open', {
          amount: format.money(paidOrAsked(charge), charge.currency),
          name: charge.customer.name,
        }),
      })}
    />
  )
}

function TotalsPanel({ customer }: { customer: KnownCustomer }) {
  const { t } = useTranslation('customers')
  const { number, exact } = useFormat()
  const { totals, lastChargeAt } = customer
  const paid = totals.reduce((sum, { approved }) => sum + approved, 0)
  return (
    <Panel title={t('totals')}>
      <Facts>
        <Fact label={t('column.charges')}>
          <span className="figures">{number(chargesOf(customer))}</span>
        </Fact>
        <Fact label={t('paidCharges')}>
          <span className="figures">{number(paid)}</span>
        </Fact>
        <Fact label={t('column.paid')}>
          <Sums of={totals} amountOf={({ approvedAmount }) => approvedAmount} />
        </Fact>
        <Fact label={t('givenBack')}>
          <Sums of={totals} amountOf={({ refundedAmount }) => refundedAmount} />
        </Fact>
        <Fact label={t('column.last')}>
          <span className="figures">{exact(lastChargeAt)}</span>
        </Fact>
      </Facts>
    </Panel>
  )
}

function ContactPanel({ customer }: { customer: KnownCustomer }) {
  const { t } = useTranslation(['charges', 'customers'])
  return (
    <Panel title={t('detail.details')}>
      <ContactFacts of={customer} />
      <p className="mt-4 flex flex-wrap items-center gap-2 border-t border-line pt-4 text-[0.8125rem] text-ink-faint">
        {t('customers:id')} <ShortId id={customer.id} />
      </p>
    </Panel>
  )
}

/** An erased customer and an unknown one look the same. */
function Gone() {
  const { t } = useTranslation('customers')
  const back = <LinkButton to="/customers">{t('gone.back')}</LinkButton>
  return (
    <Page title={t('gone.title')} heading={<h1 className="sr-only">{t('gone.title')}</h1>}>
      <EmptyState icon={ContactRound} title={t('gone.title')} action={back}>
        {t('gone.text')}
      </EmptyState>
    </Page>
  )
}
