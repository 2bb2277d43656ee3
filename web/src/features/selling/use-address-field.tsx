import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../ui/text-field.tsx'

/** An address that its seller did not choose begins with it. */
export const isUnguessable = (slug: string) => slug.startsWith('_')

/** Where buyers find an offer or a link. @param page undefined for a new one. */
export function useAddressField(page?: { slug: string }) {
  const { t } = useTranslation('selling')
  const before = page && !isUnguessable(page.slug) ? page.slug : ''
  const [slug, setSlug] = useState(before)
  const field = (
    <TextField
      label={t('address.label')}
      helper={t(page ? 'address.change' : 'address.help')}
      value={slug}
      onChange={({ target }) => setSlug(target.value.toLowerCase().replace(/[^a-z0-9-]/g, '-'))}
    />
  )
  /** Undefined: as it is, or one that cannot be guessed. */
  const chosen = slug === before || slug === '' ? undefined : slug
  return { field, chosen }
}
