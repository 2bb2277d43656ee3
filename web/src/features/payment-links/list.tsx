import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { PAGE_STATES } from '../../../../domain/selling.ts'
import { AddressSearch, searchOf } from '../../ui/address-search.tsx'
import { Button } from '../../ui/button.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { Page } from '../../ui/page.tsx'
import { useNewForm } from '../../ui/use-address.ts'
import { StateFilter, stateIn } from '../selling/state-filter.tsx'
import { NewLinkDialog } from './form.tsx'
import { LinksTable } from './table.tsx'

export function LinksPage() {
  const { t } = useTranslation('selling')
  const [isNew, setNew] = useNewForm()
  const [search] = useSearchParams()
  const add = (
    <Button look="primary" onClick={() => setNew(true)}>
      <Plus aria-hidden />
      {t('links.new')}
    </Button>
  )
  return (
    <Page title={t('links.title')} lead={t('links.lead')} actions={add}>
      <FilterBar names={['state']} search={<AddressSearch label={t('searchLabel')} placeholder={t('search')} />}>
        <StateFilter states={PAGE_STATES} />
      </FilterBar>
      <LinksTable wanted={{ ...searchOf(search), ...stateIn(search, PAGE_STATES) }} />
      {isNew && <NewLinkDialog onClose={() => setNew(false)} />}
    </Page>
  )
}
