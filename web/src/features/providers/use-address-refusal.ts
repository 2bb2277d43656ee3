import { useTranslation } from 'react-i18next'
import { fieldErrorsOf } from '../../api/field-errors.ts'

/** Why the API did not take the address of an account, for its field. */
export function useAddressRefusal() {
  const { t } = useTranslation(['providers', 'common'])
  return (error: unknown): string | undefined => {
    const told = fieldErrorsOf(error).find(({ path }) => path === '/baseUrl')
    if (!told) return undefined
    if (told.rule === 'required') return t('common:invalid.required')
    return told.rule === 'address' ? t('editAddressHeld') : t('common:invalid.uri')
  }
}
