/** A dialog whose form is saved as a whole: it stays open, with what was typed, until the API has it. */
import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useTries } from '../../ui/use-tries.ts'

interface SavingDialogProps<Saved, Wanted> {
  title: string
  description?: string
  /** What its button says. */
  action: string
  mutation: UseMutationOptions<Saved, Error, Wanted>
  /** What to save; undefined while something typed is wrong. */
  read: () => Wanted | undefined
  /** Nothing can be saved yet. */
  disabled?: boolean
  onClose: () => void
  /** In place of closing. */
  onSaved?: (saved: Saved) => void
  /** @returns whether it shows what is to be done; all other errors are told in a toast. */
  onRefused?: (error: Error) => boolean
  /** Where there is room, beside the form; else below it. */
  beside?: ReactNode
  /** @param isTried whether mistakes are shown. */
  children: (isTried: boolean) => ReactNode
}

export function SavingDialog<Saved, Wanted>({
  title,
  description,
  action,
  mutation,
  read,
  disabled = false,
  onClose,
  onSaved = onClose,
  onRefused = () => false,
  beside,
  children,
}: SavingDialogProps<Saved, Wanted>) {
  const { t } = useTranslation(['selling', 'common'])
  const saving = useMutation(mutation)
  const { form, isTried, tried } = useTries()
  /** Of the failure that was told last. */
  const told = useRef('')
  const onError = (error: Error) => {
    toast.dismiss(told.current)
    if (onRefused(error)) tried()
    else told.current = tellFailure(t('failed'), error)
  }
  const onSuccess = (saved: Saved) => {
    toast.dismiss(told.current)
    onSaved(saved)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    tried()
    const wanted = read()
    if (wanted !== undefined) saving.mutate(wanted, { onSuccess, onError })
  }
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description} wide={beside !== undefined}>
      <div className={beside ? 'grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]' : ''}>
        <form ref={form} noValidate onSubmit={submit} className="grid content-start gap-4">
          {children(isTried)}
          <DialogActions followed={beside !== undefined}>
            <Button onClick={onClose}>{t('common:cancel')}</Button>
            <Button type="submit" look="primary" busy={saving.isPending} disabled={disabled}>
              {action}
            </Button>
          </DialogActions>
        </form>
        {beside}
      </div>
    </Dialog>
  )
}

interface NameFieldProps {
  value: string
  onValueChange: (name: string) => void
  isTried: boolean
}

/** What buyers read it by. */
export function NameField({ value, onValueChange, isTried }: NameFieldProps) {
  const { t } = useTranslation('selling')
  return (
    <TextField
      required
      maxLength={200}
      label={t('column.title')}
      value={value}
      onChange={({ target }) => onValueChange(target.value)}
      error={isTried && value.trim() === '' ? t('nameMissing') : undefined}
    />
  )
}
