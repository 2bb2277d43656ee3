import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { AddressSearch, searchOf } from '../../ui/address-search.tsx'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { useNewForm } from '../../ui/use-address.ts'
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
      <AddressSearch className="mb-4 md:w-96" label={t('searchLabel')} placeholder={t('search')} />
      <LinksTable wanted={searchOf(search)} />
      {isNew && <NewLinkDialog onClose={() => setNew(false)} />}
    </Page>
  )
}
