import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { CopyButton } from './copy.tsx'
import { Dialog, DialogActions } from './dialog.tsx'

interface OnceDialogProps {
  title: string
  text: string
  /** What is shown, and copied. */
  value: string
  copy: string
  done: string
  onClose: () => void
  children?: ReactNode
}

/** Shows a secret, this once. */
export function OnceDialog({ title, text, value, copy, done, onClose, children }: OnceDialogProps) {
  return (
    <Dialog open onOpenChange={onClose} title={title} description={text}>
      <SecretText>{value}</SecretText>
      {children}
      <DialogActions>
        <CopyButton text={value} label={copy} />
        <Button look="primary" onClick={onClose}>
          {done}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

export function SecretText({ children }: { children: string }) {
  return (
    <p className="rounded-lg border border-line bg-sunken p-3 font-mono text-[0.8125rem] break-all select-all">
      {children}
    </p>
  )
}
