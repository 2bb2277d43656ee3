import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { explain } from '../../ui/states.tsx'

/** Says why a paper could not be kept, shown or deleted. */
export function usePaperFailure(): (error: Error) => void {
  const { t } = useTranslation(['profile', 'common'])
  return (error) => {
    const { kind, detail } = explain(error)
    toast.error(t('failed'), { description: detail ?? t(`common:error.${kind}.text`) })
  }
}
