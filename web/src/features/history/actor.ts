/** Who acted, as the API writes it. */
import { useTranslation } from 'react-i18next'
import { keyName, keyNamed } from '../../../../domain/requester.ts'

/** The key that the installation's settings give, and no page lists. */
const INSTALLATION_KEY = keyName('TRILHO_ADMIN_API_KEY')

/** The actor's name: a user's e-mail, or an API key in the reader's language. */
export function useActorName(): (actor: string) => string {
  const { t } = useTranslation('common')
  return (actor) => {
    if (actor === INSTALLATION_KEY) return t('installationKey')
    const name = keyNamed(actor)
    return name === undefined ? actor : t('keyNamed', { name })
  }
}
