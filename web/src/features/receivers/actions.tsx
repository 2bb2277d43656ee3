import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DecisionKind, Receiver, Resolution } from '../../api/contract.ts'
import { AttentionNotice } from '../../ui/attention.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useDecision } from '../decisions/use-decision.ts'
import { mayOperate, useSession } from '../session/session-context.ts'
import { decisionsAbout, FINDINGS, type Finding, stageOf } from './decisions.ts'
import { receiverQueries } from './queries.ts'

/** Why a person is asked, and what that person can do; nothing while nobody is asked. */
export function ReceiverAttentionBanner({ receiver }: { receiver: Receiver }) {
  const { t } = useTranslation('receivers')
  const me = useSession()
  const { attention } = receiver
  if (attention === null) return null
  return (
    <AttentionNotice title={t('attention.title')} text={t(`attention.${attention}`)}>
      {mayOperate(me) && <Decisions receiver={receiver} />}
    </AttentionNotice>
  )
}

function Decisions({ receiver }: { receiver: Receiver }) {
  const { t } = useTranslation(['receivers', 'common'])
  const [open, setOpen] = useState<DecisionKind | null>(null)
  const { decide, isPending } = useDecision({
    workflowId: receiver.workflow.workflowId,
    changes: receiverQueries.all(),
    onTaken: () => setOpen(null),
  })
  const { name } = receiver
  const stage = stageOf(receiver)
  const simple = (action: 'retry' | 'cancel', words: { text: string; deed: string }) => (
    <Dialog
      open={open === action}
      onOpenChange={(isOpen) => setOpen(isOpen ? action : null)}
      title={t(`decide.${action}Title`)}
      description={words.text}
    >
      <DialogActions>
        <Button onClick={() => setOpen(null)}>{t('common:cancel')}</Button>
        <Button look={action === 'retry' ? 'primary' : 'danger'} busy={isPending} onClick={() => decide({ action })}>
          {words.deed}
        </Button>
      </DialogActions>
    </Dialog>
  )
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {decisionsAbout(receiver).map((action) => (
        <Button key={action} look={action === 'retry' ? 'primary' : 'secondary'} onClick={() => setOpen(action)}>
          {t(`decide.${action}`)}
        </Button>
      ))}
      {simple('retry', { text: t(`decide.retryText.${stage}`, { name }), deed: t(`decide.retryDo.${stage}`) })}
      {simple('cancel', { text: t('decide.cancelText', { name }), deed: t('decide.cancelDo') })}
      <Dialog
        open={open === 'resolve'}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'resolve' : null)}
        title={t('decide.resolveTitle')}
        description={t('decide.resolveText', { name })}
      >
        <ResolveReceiverForm
          stage={stage}
          busy={isPending}
          onCancel={() => setOpen(null)}
          onSubmit={(resolution) => decide({ action: 'resolve', resolution })}
        />
      </Dialog>
    </div>
  )
}

interface ResolveFormProps {
  stage: 'opened' | 'unopened'
  busy: boolean
  onSubmit: (resolution: Resolution) => void
  onCancel: () => void
}

/** What the operator found at the provider; an account that we know nothing of is followed by its id. */
function ResolveReceiverForm({ stage, busy, onSubmit, onCancel }: ResolveFormProps) {
  const { t } = useTranslation(['receivers', 'common'])
  const [outcome, setOutcome] = useState<Finding | null>(null)
  const [typed, setTyped] = useState('')
  const receiverId = typed.trim()
  const needsId = stage === 'unopened' && outcome === 'created'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (outcome !== null) onSubmit(needsId ? { outcome, receiverId } : { outcome })
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <SelectField
        required
        label={t('decide.finding')}
        options={FINDINGS.map((value) => ({ value, label: t(`decide.findings.${stage}.${value}`) }))}
        value={outcome}
        onValueChange={setOutcome}
      />
      {needsId && (
        <TextField
          required
          label={t('decide.externalId')}
          className="font-mono"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <DialogActions>
        <Button onClick={onCancel}>{t('common:cancel')}</Button>
        <Button
          type="submit"
          look={outcome === 'notCreated' ? 'danger' : 'primary'}
          busy={busy}
          disabled={outcome === null || (needsId && receiverId === '')}
        >
          {t('decide.resolveDo')}
        </Button>
      </DialogActions>
    </form>
  )
}
