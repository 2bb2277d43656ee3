import { useTranslation } from 'react-i18next'
import { toast } from '../../ui/toast.ts'

interface Switched {
  id: string
  enabled: boolean
}

type Change = (switched: Switched, told?: { onSuccess: () => void }) => void

/** Pauses a page, or lets it sell again. A pause stops sales at once, so the way back is offered beside it. */
export function usePause(change: Change): (sold: Switched, name: string) => void {
  const { t } = useTranslation(['selling', 'common'])
  return ({ id, enabled }, name) => {
    const undo = { label: t('common:undo'), onClick: () => change({ id, enabled: true }) }
    const tell = () => toast.success(t('paused'), { description: name, action: undo })
    change({ id, enabled: !enabled }, enabled ? { onSuccess: tell } : undefined)
  }
}
