/** What sells or decides is paused and resumed. A pause works at once, so the way back is offered beside it. */
import { useTranslation } from 'react-i18next'
import { tellFailure } from './failure.tsx'
import { toast } from './toast.ts'

interface Switched {
  id: string
  enabled: boolean
}

interface PauseWords {
  paused: string
  failed: string
}

const messageOf = (id: string) => `paused:${id}`

/** One that is gone cannot be resumed. */
export const forgetPause = (id: string): void => toast.dismiss(messageOf(id))

/**
 * @param change answers for each change by itself: several may be under way, and the page may be left meanwhile.
 * @returns switches what is named so. That it is paused is said until it is not.
 */
export function usePause(change: (switched: Switched) => Promise<unknown>, { paused, failed }: PauseWords) {
  const { t } = useTranslation('common')
  const turn = async (switched: Switched, name: string): Promise<void> => {
    const { id, enabled } = switched
    try {
      await change(switched)
    } catch (error) {
      tellFailure(failed, error)
      return
    }
    if (enabled) return forgetPause(id)
    const undo = { label: t('undo'), onClick: () => void turn({ id, enabled: true }, name) }
    toast.success(paused, { id: messageOf(id), description: name, action: undo })
  }
  return ({ id, enabled }: Switched, name: string): void => void turn({ id, enabled: !enabled }, name)
}
