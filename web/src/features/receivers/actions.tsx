import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Receiver } from '../../api/contract.ts'
import { AttentionNotice } from '../../ui/attention.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Decisions, type ResolveFormProps } from '../decisions/decisions.tsx'
import { ForOperators } from '../decisions/for-operators.tsx'
import { decisionsAbout, FINDINGS, type Finding, stageOf } from './decisions.ts'
import { receiverQueries } from './queries.ts'

/** Why an operator must decide, and the possible decisions; nothing while no decision is needed. */
export function ReceiverAttentionBanner({ receiver }: { receiver: Receiver }) {
  const { t } = useTranslation('receivers')
  const { attention } = receiver
  if (attention === null) return null
  return (
    <AttentionNotice title={t('attention.title')} text={t(`attention.${attention}`)}>
      <ForOperators ask="decide">
        <ReceiverDecisions receiver={receiver} />
      </ForOperators>
    </AttentionNotice>
  )
}

function ReceiverDecisions({ receiver }: { receiver: Receiver }) {
  const { t } = useTranslation('receivers')
  const { name, workflow } = receiver
  const stage = stageOf(receiver)
  return (
    <Decisions
      workflowId={workflow.workflowId}
      reasons={receiver.attention === null ? [] : [receiver.attention]}
      changes={receiverQueries.all()}
      actions={decisionsAbout(receiver)}
      wordsOf={(action) => ({
        button: t(`decide.${action}`),
        title: t(`decide.${action}Title`),
        text: action === 'retry' ? t(`decide.retryText.${stage}`, { name }) : t(`decide.${action}Text`, { name }),
        deed: action === 'retry' ? t(`decide.retryDo.${stage}`) : t(`decide.${action}Do`),
      })}
      resolveForm={(form) => <ResolveReceiverForm stage={stage} {...form} />}
    />
  )
}

/** What the operator found at the provider; an account that we know nothing of is followed by its id. */
function ResolveReceiverForm({
  stage,
  busy,
  onSubmit,
  onCancel,
}: ResolveFormProps & { stage: ReturnType<typeof stageOf> }) {
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
