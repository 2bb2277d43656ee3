import { useTranslation } from 'react-i18next'
import type { CredentialPart } from '../../api/contract.ts'

/** What a part of the keys is called: in the reader's language, and by the word of the provider's own dashboard. */
export function useCredentialLabel(): (part: Pick<CredentialPart, 'name'>) => string {
  const { t } = useTranslation('providers')
  return ({ name }) => t(`credential.${name}` as 'credential.secretKey')
}
