import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isPayoutSettled } from '../../../../domain/payout.ts'
import type { DecisionKind, PayoutAttention, PayoutKind, PayoutStatus, Resolution } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { AttentionNotice } from '../../ui/attention.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useDecision } from '../decisions/use-decision.ts'
import { mayOperate, useSession } from '../session/session-context.ts'
import { decisionsAbout } from './decisions.ts'
import { payoutQueries } from './queries.ts'

export interface DecidedPayout {
  kind: PayoutKind
  amount: number
  attention: PayoutAttention | null
  /** The provider's id; null while it has taken nothing that we know of. */
  externalId: string | null
  workflow: { workflowId: string }
}

/** Why a person is asked, and what that person can do; nothing while nobody is asked. */
export function PayoutAttentionBanner({ payout }: { payout: DecidedPayout }) {
  const { t } = useTranslation('payouts')
  const me = useSession()
  const { attention } = payout
  if (attention === null) return null
  return (
    <AttentionNotice title={t('attention.title')} text={t(`attention.${attention}`)}>
      {mayOperate(me) && <Decisions payout={payout} />}
    </AttentionNotice>
  )
}

function Decisions({ payout }: { payout: DecidedPayout }) {
  const { t } = useTranslation(['payouts', 'common'])
  const { money } = useFormat()
  const [open, setOpen] = useState<DecisionKind | null>(null)
  const { decide, isPending } = useDecision({
    workflowId: payout.workflow.workflowId,
    changes: payoutQueries.all(),
    onTaken: () => setOpen(null),
  })
  const words = { amount: money(payout.amount) }
  const simple = (action: 'retry' | 'cancel') => (
    <Dialog
      key={action}
      open={open === action}
      onOpenChange={(isOpen) => setOpen(isOpen ? action : null)}
      title={t(`decide.${action}Title`)}
      description={t(`decide.${action}Text`, words)}
    >
      <DialogActions>
        <Button onClick={() => setOpen(null)}>{t('common:cancel')}</Button>
        <Button look={action === 'retry' ? 'primary' : 'danger'} busy={isPending} onClick={() => decide({ action })}>
          {t(`decide.${action}Do`)}
        </Button>
      </DialogActions>
    </Dialog>
  )
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {decisionsAbout(payout).map((action) => (
        <Button key={action} look={action === 'retry' ? 'primary' : 'secondary'} onClick={() => setOpen(action)}>
          {t(`decide.${action}`)}
        </Button>
      ))}
      {simple('retry')}
      {simple('cancel')}
      <Dialog
        open={open === 'resolve'}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'resolve' : null)}
        title={t('decide.resolveTitle')}
        description={t('decide.resolveText', words)}
      >
        <ResolvePayoutForm
          kind={payout.kind}
          busy={isPending}
          onCancel={() => setOpen(null)}
          onSubmit={(resolution) => decide({ action: 'resolve', resolution })}
        />
      </Dialog>
    </div>
  )
}

const FINDINGS = ['APPROVED', 'PENDING', 'REJECTED', 'absent'] as const
type Finding = (typeof FINDINGS)[number]

/** What the operator found at the provider. */
function ResolvePayoutForm({
  kind,
  busy,
  onSubmit,
  onCancel,
}: {
  kind: PayoutKind
  busy: boolean
  onSubmit: (resolution: Resolution) => void
  onCancel: () => void
}) {
  const { t } = useTranslation(['payouts', 'common'])
  const [finding, setFinding] = useState<Finding | null>(null)
  const [transactionId, setTransactionId] = useState('')
  // A refund is there or it is not: only of a withdrawal can a person say what became of it.
  const offered = kind === 'refund' ? (['PENDING', 'absent'] as const) : FINDINGS
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (finding !== null) onSubmit(toResolution(finding, transactionId.trim()))
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <SelectField
        required
        label={t('decide.finding')}
        options={offered.map((value) => ({ value, label: t(`decide.findings.${kind}.${value}`) }))}
        value={finding}
        onValueChange={setFinding}
      />
      {finding !== null && finding !== 'absent' && (
        <TextField
          label={t('decide.externalId')}
          className="font-mono"
          value={transactionId}
          onChange={({ target }) => setTransactionId(target.value)}
        />
      )}
      <DialogActions>
        <Button onClick={onCancel}>{t('common:cancel')}</Button>
        <Button
          type="submit"
          look={finding === 'absent' ? 'danger' : 'primary'}
          busy={busy}
          disabled={finding === null}
        >
          {t('decide.resolveDo')}
        </Button>
      </DialogActions>
    </form>
  )
}

function toResolution(finding: Finding, transactionId: string): Resolution {
  if (finding === 'absent') return { outcome: 'notCreated' }
  const status: PayoutStatus = finding
  return {
    outcome: 'created',
    ...(transactionId === '' ? {} : { transactionId }),
    ...(isPayoutSettled(status) ? { status } : {}),
  }
}
