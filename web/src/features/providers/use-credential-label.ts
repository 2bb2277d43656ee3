import { useTranslation } from 'react-i18next'
import type { CredentialPart } from '../../api/contract.ts'

/** What a part of the keys is called: in the reader's language, and by the word of the provider's own dashboard. */
export function useCredentialLabel(): (part: Pick<CredentialPart, 'name'>) => string {
  const { t } = useTranslation('providers')
  return ({ name }) => t(`credential.${name}` as 'credential.secretKey')
}

/** What the one part adds that an account may go without and webhooks are proved by. */
export function useCredentialHelper(): (part: Pick<CredentialPart, 'name'>) => string | undefined {
  const { t } = useTranslation('providers')
  return ({ name }) => (name === 'webhookSecret' ? t('form.webhookSecretHelper') : undefined)
}
