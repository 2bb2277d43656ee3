import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { LinkDialog } from './form.tsx'
import { LinksTable } from './table.tsx'

export function LinksPage() {
  const { t } = useTranslation('selling')
  const [isNew, setNew] = useState(false)
  const add = (
    <Button look="primary" onClick={() => setNew(true)}>
      <Plus aria-hidden />
      {t('links.new')}
    </Button>
  )
  return (
    <Page title={t('links.title')} lead={t('links.lead')} actions={add}>
      <Panel flush>
        <LinksTable />
      </Panel>
      {isNew && <LinkDialog onClose={() => setNew(false)} />}
    </Page>
  )
}
