import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../ui/text-field.tsx'
import { useRefusedField } from '../../ui/use-refused-field.ts'

/** An address that its seller did not choose begins with it. */
export const isUnguessable = (slug: string) => slug.startsWith('_')

/** An address begins and ends with no hyphen, although one stands at the end while the next word is typed. */
const slugOf = (typed: string) => typed.replace(/^-+|-+$/g, '')

/** Where buyers find an offer or a link. @param page undefined for a new one. */
export function useAddressField(page?: { slug: string }) {
  const { t } = useTranslation('selling')
  const before = page && !isUnguessable(page.slug) ? page.slug : ''
  const [slug, setSlug] = useState(before)
  const { error, forget, refuse } = useRefusedField('slug')
  const field = (
    <TextField
      label={t('address.label')}
      helper={t(page ? 'address.change' : 'address.help')}
      maxLength={60}
      value={slug}
      onChange={({ target }) => {
        forget()
        setSlug(target.value.toLowerCase().replace(/[^a-z0-9-]/g, '-'))
      }}
      onBlur={() => setSlug(slugOf(slug))}
      error={error}
    />
  )
  /** Undefined: as it is, or one that cannot be guessed. */
  const chosen = slugOf(slug) === before ? undefined : slugOf(slug) || undefined
  return { field, chosen, refuse }
}
