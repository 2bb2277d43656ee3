import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'

interface ConfirmDialogProps {
  open?: boolean
  title: string
  text: ReactNode
  /** What the button says that does it. */
  deed: string
  look?: 'primary' | 'danger'
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something is done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open = true, title, text, deed, look = 'primary', busy, onConfirm, onClose } = props
  const { t } = useTranslation('common')
  return (
    <Dialog open={open} onOpenChange={onClose} title={title} description={text}>
      <DialogActions>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button look={look} busy={busy} onClick={onConfirm}>
          {deed}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
