import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../ui/text-field.tsx'

/** The password that the user signs in with now. */
export function CurrentPasswordField(props: Omit<ComponentProps<typeof TextField>, 'label' | 'type'>) {
  const { t } = useTranslation('profile')
  return <TextField required type="password" autoComplete="current-password" label={t('password')} {...props} />
}
