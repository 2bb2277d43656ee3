import { type UseMutationResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { defined } from '../../../../domain/defined.ts'
import { isItemOpen } from '../../../../domain/reconciliation.ts'
import { isConflict } from '../../api/client.ts'
import type { ReconciliationItem } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { ShortId, shorten } from '../../ui/copy.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { Opened } from '../../ui/opened.tsx'
import { Fact, Facts } from '../../ui/panel.tsx'
import { TextAreaField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useActorName } from '../history/actor.ts'
import { sideText } from './columns.tsx'
import { findItem, reconciliationQueries, resolveItem, type ShownItem } from './queries.ts'
import { ItemBadge } from './status.tsx'
import { Whose } from './whose.tsx'

interface ItemDialogProps {
  id: string | null
  /** The items that are already loaded. */
  known: readonly ReconciliationItem[]
  onClose: () => void
}

/** Both sides of one difference, also of one that the list does not show, and the note that settles it. */
export function ItemDialog({ id, known, onClose }: ItemDialogProps) {
  const { t } = useTranslation('reconciliation')
  const shown = known.find((item) => item.id === id)
  const asked = useQuery({ ...reconciliationQueries.item(id ?? ''), enabled: id !== null && !shown })
  return (
    <Opened
      id={id}
      asked={asked}
      row={shown ?? (id === null ? undefined : asked.data)}
      title={({ kind }) => t(`kind.${kind}`)}
      description={({ kind }) => t(`about.${kind}`)}
      waiting={t('title')}
      onClose={onClose}
    >
      {(item) => <ItemDetail key={item.id} item={item} onClose={onClose} />}
    </Opened>
  )
}

function ItemDetail({ item, onClose }: { item: ReconciliationItem; onClose: () => void }) {
  const { t } = useTranslation(['reconciliation', 'charges', 'common'])
  const format = useFormat()
  const nameOf = useActorName()
  // Here, and not in the form, which is gone as soon as the answer is known.
  const resolve = useMutation(resolveItem(useQueryClient()))
  // As it was shown: it is read again while the operator writes. Null until the next look at it.
  const [shownAt, setShownAt] = useState<string | null>(null)
  if (shownAt === null) setShownAt(item.updatedAt)
  const { kind, state, ours, theirs, chargeId, refundId, withdrawalId, transactionId } = item
  const { foundAt, resolvedAt, resolvedBy, note } = item
  return (
    <>
      <Facts>
        <Fact label={t('charges:column.status')}>
          <ItemBadge state={state} />
        </Fact>
        <Fact label={t('column.ours')}>{sideText(t, format, ours, item)}</Fact>
        <Fact label={t('column.theirs')}>{sideText(t, format, theirs, item)}</Fact>
        <Fact label={t('transaction')}>
          <ShortId id={transactionId} />
        </Fact>
        <Movement label={t('charge')} path="/charges/" id={chargeId} />
        <Movement label={t('refund')} path="/refunds/" id={refundId} />
        <Movement label={t('withdrawal')} path="/withdrawals/" id={withdrawalId} />
        <Fact label={t('column.found')}>{format.exact(foundAt)}</Fact>
        <Fact label={t('column.source')}>{t(`source.${item.source}`)}</Fact>
        {resolvedAt && <Fact label={t('resolvedAt')}>{format.exact(resolvedAt)}</Fact>}
        {resolvedBy && <Fact label={t('resolvedBy')}>{nameOf(resolvedBy)}</Fact>}
        {note && <Fact label={t('note')}>{note}</Fact>}
      </Facts>
      {isItemOpen(state) && kind === 'missingHere' && <Whose item={item} onDone={onClose} />}
      {isItemOpen(state) && (
        <ResolveForm
          shown={{ id: item.id, updatedAt: shownAt ?? item.updatedAt }}
          resolve={resolve}
          onRefused={() => setShownAt(null)}
          onDone={onClose}
        />
      )}
    </>
  )
}

/** Nothing where the difference is about none. */
function Movement({ label, path, id }: { label: string; path: string; id: string | null }) {
  if (id === null) return null
  return (
    <Fact label={label}>
      <Link to={`${path}${id}`} className="font-mono text-[0.8125rem] text-accent-ink hover:underline">
        {shorten(id)}
      </Link>
    </Fact>
  )
}

interface ResolveFormProps {
  shown: ShownItem
  resolve: UseMutationResult<ReconciliationItem, Error, ShownItem & { note: string }>
  /** It has been read again. */
  onRefused: () => void
  onDone: () => void
}

function ResolveForm({ shown, resolve, onRefused, onDone }: ResolveFormProps) {
  const { t } = useTranslation(['reconciliation', 'common'])
  const queries = useQueryClient()
  const [note, setNote] = useState('')
  const [isAsked, setAsked] = useState(false)
  const isMissing = note.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (isMissing) return
    resolve.mutate(
      { ...shown, note },
      {
        onSuccess: () => {
          toast.success(t('resolved'))
          onDone()
        },
        onError: async (error) => {
          const isRefused = isConflict(error)
          if (isRefused) onRefused()
          const now = isRefused ? await findItem(queries, shown.id) : undefined
          const why = now && t(isItemOpen(now.state) ? 'changedSince' : 'settledBefore')
          tellFailure(t('failed'), error, defined({ conflict: why }))
        },
      },
    )
  }
  return (
    <form noValidate onSubmit={submit} className="mt-6">
      <TextAreaField
        required
        label={t('noteLabel')}
        helper={t('noteHelp')}
        value={note}
        maxLength={1000}
        onChange={({ target }) => setNote(target.value)}
        error={isAsked && isMissing ? t('noteMissing') : undefined}
      />
      <DialogActions>
        <Button type="submit" look="primary" busy={resolve.isPending}>
          {t('resolve')}
        </Button>
      </DialogActions>
    </form>
  )
}
