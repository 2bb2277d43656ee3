/** Who acted, as the API writes it. */
import { useTranslation } from 'react-i18next'

export const KEY = 'API key '

/** The buyer, on a checkout page. */
export const BUYER = 'checkout'

/** The key that the installation's settings give, and no page lists. */
const INSTALLATION_KEY = `${KEY}TRILHO_ADMIN_API_KEY`

/** Who did something: a person's e-mail, or a key as the reader's language calls it. */
export function useActorName(): (actor: string) => string {
  const { t } = useTranslation('common')
  return (actor) => {
    if (actor === INSTALLATION_KEY) return t('installationKey')
    return actor.startsWith(KEY) ? t('keyNamed', { name: actor.slice(KEY.length) }) : actor
  }
}
