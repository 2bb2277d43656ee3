/** What is typed and not saved is not lost by a click that leads to another page. */
import { useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useBeforeUnload, useBlocker } from 'react-router'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'

const unsaved = new Set<string>()

/** For each form of a page that has a `LeaveGuard`. */
export function useUnsaved(isUnsaved: boolean): void {
  const id = useId()
  useEffect(() => {
    if (!isUnsaved) return
    unsaved.add(id)
    return () => void unsaved.delete(id)
  }, [id, isUnsaved])
}

/** Asks before the page is left. */
export function LeaveGuard() {
  const { t } = useTranslation('common')
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved.size > 0 && currentLocation.pathname !== nextLocation.pathname,
  )
  useBeforeUnload((event) => {
    if (unsaved.size > 0) event.preventDefault()
  })
  const stay = () => blocker.reset?.()
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      onOpenChange={(isOpen) => !isOpen && stay()}
      title={t('unsaved.title')}
      description={t('unsaved.text')}
    >
      <DialogActions>
        <Button onClick={() => blocker.proceed?.()}>{t('unsaved.leave')}</Button>
        <Button look="primary" onClick={stay}>
          {t('unsaved.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
