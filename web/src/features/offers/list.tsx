import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { OfferDialog } from './form.tsx'
import { OffersTable } from './table.tsx'

export function OffersPage() {
  const { t } = useTranslation('selling')
  const [isNew, setNew] = useState(false)
  const add = (
    <Button look="primary" onClick={() => setNew(true)}>
      <Plus aria-hidden />
      {t('offers.new')}
    </Button>
  )
  return (
    <Page title={t('offers.title')} lead={t('offers.lead')} actions={add}>
      <Panel flush>
        <OffersTable />
      </Panel>
      {isNew && <OfferDialog onClose={() => setNew(false)} />}
    </Page>
  )
}
