import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { canClose } from '../../../../domain/dispute.ts'
import { CLOSED_DISPUTE_STATES, type ClosedDisputeState, type Dispute } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { TextAreaField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { ForOperators } from '../decisions/for-operators.tsx'
import { resolveDispute } from './queries.ts'

/** An operator says how it ended, where the provider does not; what follows stands in the dialog. */
export function ResolveButtons({ dispute, amount }: { dispute: Dispute; amount: string }) {
  const { t } = useTranslation(['disputes', 'common'])
  const [state, setState] = useState<ClosedDisputeState | null>(null)
  const [note, setNote] = useState('')
  const [isAsked, setAsked] = useState(false)
  const resolve = useMutation(resolveDispute(useQueryClient(), dispute))
  const isMissing = note.trim() === ''
  const open = (to: ClosedDisputeState | null) => {
    setState(to)
    setNote('')
    setAsked(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (state === null || isMissing) return
    resolve.mutate(
      { state, note },
      {
        onSuccess: () => {
          open(null)
          toast.success(t(`resolve.done.${state}`))
        },
        onError: (error) => {
          tellFailure(t('resolve.failed'), error)
        },
      },
    )
  }
  const ends = CLOSED_DISPUTE_STATES.filter((to) => canClose(dispute.state, to))
  if (ends.length === 0 && state === null) return null
  return (
    <ForOperators ask="decide">
      {ends.map((to) => (
        <Button key={to} onClick={() => open(to)}>
          {t(`resolve.open.${to}`)}
        </Button>
      ))}
      <Dialog
        open={state !== null}
        onOpenChange={(isOpen) => !isOpen && open(null)}
        title={state ? t(`resolve.title.${state}`) : ''}
        description={state && t(`resolve.text.${state}`, { amount })}
      >
        <form noValidate onSubmit={submit}>
          <TextAreaField
            required
            label={t('resolve.note')}
            helper={t('resolve.noteHelp')}
            value={note}
            maxLength={1000}
            onChange={({ target }) => setNote(target.value)}
            error={isAsked && isMissing ? t('resolve.noteMissing') : undefined}
          />
          <DialogActions>
            <Button onClick={() => open(null)}>{t('common:cancel')}</Button>
            <Button type="submit" look={state === 'LOST' ? 'danger' : 'primary'} busy={resolve.isPending}>
              {state && t(`resolve.do.${state}`)}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    </ForOperators>
  )
}
