import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { OFFER_STATES } from '../../../../domain/selling.ts'
import { AddressSearch, searchOf } from '../../ui/address-search.tsx'
import { Button } from '../../ui/button.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { Page } from '../../ui/page.tsx'
import { useNewForm } from '../../ui/use-address.ts'
import { useView, ViewTabs } from '../../ui/view-tabs.tsx'
import { ProductsTable } from '../products/table.tsx'
import { StateFilter, stateIn } from '../selling/state-filter.tsx'
import { NewOfferDialog } from './form.tsx'
import { OffersTable } from './table.tsx'

const VIEWS = ['offers', 'products'] as const

export function OffersPage() {
  const { t } = useTranslation('selling')
  const [isNew, setNew] = useNewForm()
  const [search] = useSearchParams()
  const view = useView(VIEWS)
  const wanted = searchOf(search)
  const add = (
    <Button look="primary" onClick={() => setNew(true)}>
      <Plus aria-hidden />
      {t('offers.new')}
    </Button>
  )
  const find = <AddressSearch label={t('searchLabel')} placeholder={t('search')} />
  return (
    <Page title={t('offers.pageTitle')} lead={t('offers.lead')} actions={add}>
      <ViewTabs
        label={t('offers.pageTitle')}
        current={view}
        views={[
          { view: 'offers', text: t('offers.title') },
          { view: 'products', text: t('product.all') },
        ]}
      />
      {view === 'offers' ? (
        <>
          <FilterBar names={['state']} search={find}>
            <StateFilter states={OFFER_STATES} />
          </FilterBar>
          <OffersTable wanted={{ ...wanted, ...stateIn(search, OFFER_STATES) }} />
        </>
      ) : (
        <>
          <div className="mb-4">{find}</div>
          <ProductsTable wanted={wanted} />
        </>
      )}
      {isNew && <NewOfferDialog onClose={() => setNew(false)} />}
    </Page>
  )
}
