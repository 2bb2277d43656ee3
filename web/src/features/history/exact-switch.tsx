import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { mayOperate, useSession } from '../session/session-context.ts'

/** Whether a history shows what only an engineer understands, and the button for it: operators have one. */
export function useExact() {
  const { t } = useTranslation('timeline')
  const [isExact, setExact] = useState(false)
  const mayAsk = mayOperate(useSession())
  const button = mayAsk && (
    <Button size="small" look="quiet" className="-mr-3" aria-pressed={isExact} onClick={() => setExact(!isExact)}>
      {t(isExact ? 'exactHide' : 'exactShow')}
    </Button>
  )
  return { isExact, button }
}
