import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WaitingItem } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { heightAs } from '../../ui/height-as.ts'
import { TextAreaField, TextField } from '../../ui/text-field.tsx'
import { useProviderOf } from '../providers/use-provider-of.ts'
import { useSession } from '../session/session-context.ts'
import { useWhat } from './item.tsx'
import { BULK_OPERATIONS, type BulkOperation, hasNote, isTyped, operationsOf } from './model.ts'

const footRef = heightAs('--foot')

interface BulkProps {
  items: readonly WaitingItem[]
  /** `note`: the operator's note for all items, where a note is required. */
  onDecide: (operation: BulkOperation, items: readonly WaitingItem[], note: string) => void
}

/** One decision for all selected items that allow it. Each item is still checked by itself. */
export function Bulk({ items, onDecide }: BulkProps) {
  const { t } = useTranslation('attention')
  const providerOf = useProviderOf()
  const { role } = useSession()
  // As they were shown: the list is read again while the operator thinks.
  const [asked, setAsked] = useState<{ operation: BulkOperation; items: readonly WaitingItem[] } | null>(null)
  const close = () => setAsked(null)
  const of = (operation: BulkOperation) =>
    items.filter((item) => operationsOf(item, providerOf(item.provider), role).includes(operation))
  return (
    <>
      {items.length > 0 && (
        // In sight however long the list is, and where a thumb reaches it.
        <div
          ref={footRef}
          className="sticky bottom-0 z-20 mt-4 -mx-4 flex max-h-[50dvh] flex-wrap items-center gap-2 overflow-y-auto border-t border-line bg-canvas px-4 py-3 md:mx-0 md:rounded-t-xl md:border-x md:px-6"
        >
          <p aria-live="polite" className="mr-auto text-ink-soft max-md:w-full">
            {t('chosen', { count: items.length })}
          </p>
          {BULK_OPERATIONS.filter((operation) => of(operation).length > 0).map((operation) => (
            <Button key={operation} onClick={() => setAsked({ operation, items: of(operation) })}>
              {t(`bulk.${operation}`, { count: of(operation).length })}
            </Button>
          ))}
        </div>
      )}
      <Dialog
        open={asked !== null}
        onOpenChange={(isOpen) => !isOpen && close()}
        title={asked ? t(`bulk.${asked.operation}Title`, { count: asked.items.length }) : ''}
        description={asked && t(`bulk.${asked.operation}Text`)}
      >
        {asked && (
          <Confirmation
            {...asked}
            onCancel={close}
            onConfirm={(note) => {
              close()
              onDecide(asked.operation, asked.items, note)
            }}
          />
        )}
      </Dialog>
    </>
  )
}

interface ConfirmationProps {
  operation: BulkOperation
  items: readonly WaitingItem[]
  onCancel: () => void
  onConfirm: (note: string) => void
}

/** The selected items with their amounts. For an irreversible decision, the operator types their number. */
function Confirmation({ operation, items, onCancel, onConfirm }: ConfirmationProps) {
  const { t } = useTranslation(['attention', 'common'])
  const what = useWhat()
  const [typed, setTyped] = useState('')
  const count = items.length
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const isConfirmed = !isTyped(operation) || typed.trim() === String(count)
  const lacksNote = hasNote(operation) && note.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isConfirmed && !lacksNote) onConfirm(note)
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
      {hasNote(operation) && (
        <div className="mt-4">
          <TextAreaField
            required
            label={t('bulk.note')}
            helper={t('bulk.noteHelp')}
            value={note}
            maxLength={1000}
            onChange={({ target }) => setNote(target.value)}
            error={isTried && lacksNote ? t('common:invalid.required') : undefined}
          />
        </div>
      )}
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
        <Button
          type="submit"
          look={isTyped(operation) || operation === 'lose' ? 'danger' : 'primary'}
          disabled={!isConfirmed}
        >
          {t(`bulk.${operation}`, { count })}
        </Button>
      </DialogActions>
    </form>
  )
}
