/** Who acted, as the API writes it. */
import { useTranslation } from 'react-i18next'
import { requesterNamed } from '../../../../domain/requester.ts'
import { mayOperate, useSession } from '../session/session-context.ts'

/** The actor's name: a user's e-mail, or the buyer or an API key in the reader's language. The names of keys tell sellers nothing. */
export function useActorName(): (actor: string) => string {
  const { t } = useTranslation('common')
  const operates = mayOperate(useSession())
  return (actor) => {
    const requester = requesterNamed(actor)
    switch (requester.kind) {
      case 'buyer':
        return t('buyer')
      case 'installation':
        return operates ? t('installationKey') : t('system')
      case 'key':
        return operates ? t('keyNamed', { name: requester.name }) : t('system')
      case 'user':
        return requester.name
    }
  }
}
