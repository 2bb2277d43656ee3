import { useTranslation } from 'react-i18next'
import { tellFailure } from '../../ui/failure.tsx'

/** Says why a paper could not be kept, shown or deleted. */
export function usePaperFailure(): (error: Error) => void {
  const { t } = useTranslation(['profile', 'common'])
  return (error) => {
    tellFailure(t('failed'), error)
  }
}
