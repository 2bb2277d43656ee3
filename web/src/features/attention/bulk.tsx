import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useProviderOf } from '../providers/use-provider-of.ts'
import { useWhat } from './item.tsx'
import { BULK_OPERATIONS, type BulkOperation, isTyped, operationsOf, type WaitingMovement } from './model.ts'

interface BulkProps {
  items: readonly WaitingMovement[]
  onDecide: (operation: BulkOperation, items: readonly WaitingMovement[]) => void
}

/** One decision for all that were chosen and that it fits; each still judges for itself whether it may. */
export function Bulk({ items, onDecide }: BulkProps) {
  const { t } = useTranslation('attention')
  const providerOf = useProviderOf()
  const [open, setOpen] = useState<BulkOperation | null>(null)
  const of = (operation: BulkOperation) => items.filter((item) => operationsOf(item, providerOf(item.provider)).includes(operation))
  if (items.length === 0) return null
  const count = open ? of(open).length : 0
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <p aria-live="polite" className="mr-auto text-ink-soft">
        {t('chosen', { count: items.length })}
      </p>
      {BULK_OPERATIONS.filter((operation) => of(operation).length > 0).map((operation) => (
        <Button key={operation} onClick={() => setOpen(operation)}>
          {t(`bulk.${operation}`, { count: of(operation).length })}
        </Button>
      ))}
      <Dialog
        open={open !== null}
        onOpenChange={(isOpen) => !isOpen && setOpen(null)}
        title={open ? t(`bulk.${open}Title`, { count }) : ''}
        description={open && t(`bulk.${open}Text`)}
      >
        {open && (
          <Confirmation
            operation={open}
            items={of(open)}
            onCancel={() => setOpen(null)}
            onConfirm={() => {
              setOpen(null)
              onDecide(open, of(open))
            }}
          />
        )}
      </Dialog>
    </div>
  )
}

interface ConfirmationProps {
  operation: BulkOperation
  items: readonly WaitingMovement[]
  onCancel: () => void
  onConfirm: () => void
}

/** Which they are, with their money; what cannot be taken back is done by whoever has counted them. */
function Confirmation({ operation, items, onCancel, onConfirm }: ConfirmationProps) {
  const { t } = useTranslation(['attention', 'common'])
  const what = useWhat()
  const [typed, setTyped] = useState('')
  const count = items.length
  const isConfirmed = !isTyped(operation) || typed.trim() === String(count)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isConfirmed) onConfirm()
  }
  return (
    <form noValidate onSubmit={submit}>
      <ul
        aria-label={t('bulk.which')}
        // Scrolled by keyboard, too.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached
        tabIndex={0}
        className="figures max-h-40 list-disc overflow-y-auto pl-5 text-[0.8125rem]"
      >
        {items.map((item) => (
          <li key={item.id}>{what(item)}</li>
        ))}
      </ul>
      {isTyped(operation) && (
        <div className="mt-4">
          <TextField
            required
            inputMode="numeric"
            autoComplete="off"
            label={t('bulk.type', { count })}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
      )}
      <DialogActions>
        <Button onClick={onCancel}>{t(operation === 'cancel' ? 'bulk.keep' : 'common:cancel')}</Button>
        <Button type="submit" look={isTyped(operation) ? 'danger' : 'primary'} disabled={!isConfirmed}>
          {t(`bulk.${operation}`, { count })}
        </Button>
      </DialogActions>
    </form>
  )
}
