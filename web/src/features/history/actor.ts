/** Who acted, as the API writes it. */
import { useTranslation } from 'react-i18next'
import { requesterNamed } from '../../../../domain/requester.ts'

/** The actor's name: a user's e-mail, or the buyer or an API key in the reader's language. */
export function useActorName(): (actor: string) => string {
  const { t } = useTranslation('common')
  return (actor) => {
    const requester = requesterNamed(actor)
    switch (requester.kind) {
      case 'buyer':
        return t('buyer')
      case 'installation':
        return t('installationKey')
      case 'key':
        return t('keyNamed', { name: requester.name })
      case 'user':
        return requester.name
    }
  }
}
