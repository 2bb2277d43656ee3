import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentLink } from '../../api/contract.ts'
import { TextField } from '../../ui/text-field.tsx'
import { SavingDialog } from '../selling/saving-dialog.tsx'
import { useLimits } from './limits.tsx'
import { changeLink } from './queries.ts'

/** Its name, and for how long and how often it sells; what it asks for stays. */
export function EditLinkDialog({ link, onClose }: { link: PaymentLink; onClose: () => void }) {
  const { t } = useTranslation('selling')
  const [title, setTitle] = useState(link.title ?? '')
  const limits = useLimits(link)
  const read = () => {
    const wanted = limits.read()
    return wanted && { id: link.id, title: title.trim() || null, ...wanted }
  }
  return (
    <SavingDialog
      title={t('links.editTitle')}
      description={t('edit.text')}
      action={t('edit.save')}
      mutation={changeLink(useQueryClient())}
      read={read}
      onClose={onClose}
    >
      {(isTried) => (
        <>
          <TextField
            maxLength={200}
            label={t('column.title')}
            value={title}
            onChange={({ target }) => setTitle(target.value)}
          />
          {limits.fields(isTried)}
        </>
      )}
    </SavingDialog>
  )
}
