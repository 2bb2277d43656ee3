import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { defined } from '../../../../domain/defined.ts'
import { isDisbursementSettled } from '../../../../domain/disbursement.ts'
import type {
  DecisionKind,
  DisbursementAttention,
  DisbursementKind,
  DisbursementStatus,
  Refund,
  Resolution,
  Withdrawal,
} from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { AttentionNotice, AttentionReasons } from '../../ui/attention.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/panel.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Decisions, type ResolveFormProps } from '../decisions/decisions.tsx'
import { ForOperators } from '../decisions/for-operators.tsx'
import { useProviderOf } from '../providers/use-provider-of.ts'
import { useSession } from '../session/session-context.ts'
import { Available } from '../withdrawals/available.tsx'
import { DestinationFacts } from '../withdrawals/destination-facts.tsx'
import { awaitsApproval, decisionsAbout, isSeenOnly } from './decisions.ts'
import { disbursementQueries } from './queries.ts'

export interface DecidedDisbursement {
  kind: DisbursementKind
  status: DisbursementStatus
  amount: number
  currency: Refund['currency']
  attention: DisbursementAttention | null
  attentionReasons: readonly DisbursementAttention[]
  provider: string | null
  /** The provider's id; null while we know of none. */
  externalId: string | null
  approval?: Withdrawal['approval']
  /** What it leaves from and goes to, where it is a withdrawal. */
  withdrawal?: Pick<Withdrawal, 'paymentMethod' | 'providerAccountId' | 'destination'>
  updatedAt: string
  workflow: { workflowId: string }
}

/** Why an operator must decide, and the possible decisions; nothing while no decision is needed. */
export function DisbursementAttentionBanner({ disbursement }: { disbursement: DecidedDisbursement }) {
  const { t } = useTranslation('disbursements')
  const { attention } = disbursement
  if (attention === null) return null
  return (
    <AttentionNotice
      title={t(awaitsApproval(disbursement) ? 'approval.title' : 'attention.title')}
      text={<AttentionReasons of={disbursement} sentenceOf={(reason) => t(`attention.${reason}`)} />}
    >
      <ForOperators ask="decide">
        <DisbursementDecisions disbursement={disbursement} />
      </ForOperators>
    </AttentionNotice>
  )
}

function DisbursementDecisions({ disbursement }: { disbursement: DecidedDisbursement }) {
  const { t } = useTranslation('disbursements')
  const { money } = useFormat()
  const providerOf = useProviderOf()
  const me = useSession()
  const words = { amount: money(disbursement.amount, disbursement.currency) }
  const isAwaited = awaitsApproval(disbursement)
  const wordOf = (action: DecisionKind) => {
    if (action !== 'resolve') return action
    if (isAwaited) return 'approve'
    return isSeenOnly(disbursement) ? 'seen' : action
  }
  const maySend = disbursement.attention === 'workflowLost' || disbursement.attention === 'providerUnreachable'
  const Form = isAwaited ? ApproveForm : isSeenOnly(disbursement) ? SeenForm : null
  return (
    <Decisions
      workflowId={disbursement.workflow.workflowId}
      reasons={disbursement.attentionReasons}
      updatedAt={isAwaited ? disbursement.updatedAt : undefined}
      changes={disbursementQueries.all()}
      actions={decisionsAbout(disbursement, me.id, providerOf(disbursement.provider))}
      wordsOf={(action) => ({
        button: t(`decide.${wordOf(action)}`),
        title: t(`decide.${wordOf(action)}Title`),
        text: t(action === 'retry' && maySend ? 'decide.retryUnsentText' : `decide.${wordOf(action)}Text`, words),
        deed: t(`decide.${action}Do`),
      })}
      resolveForm={(form) =>
        Form ? (
          <Form {...form} disbursement={disbursement} />
        ) : (
          <ResolveDisbursementForm kind={disbursement.kind} {...form} />
        )
      }
    />
  )
}

function SeenForm({ onSubmit, busy, onCancel }: ResolveFormProps) {
  const { t } = useTranslation('disbursements')
  return (
    <OneDeed busy={busy} onCancel={onCancel} deed={t('decide.seen')} onDo={() => onSubmit({ outcome: 'created' })} />
  )
}

function ApproveForm({
  disbursement,
  onSubmit,
  busy,
  onCancel,
}: ResolveFormProps & { disbursement: DecidedDisbursement }) {
  const { t } = useTranslation('disbursements')
  const { amount, withdrawal } = disbursement
  return (
    <>
      {withdrawal && (
        <>
          <Facts>
            <DestinationFacts {...withdrawal} />
          </Facts>
          <Available
            amount={amount}
            paymentMethod={withdrawal.paymentMethod}
            accountId={withdrawal.providerAccountId ?? undefined}
          />
        </>
      )}
      <OneDeed
        busy={busy}
        onCancel={onCancel}
        deed={t('decide.approveDo')}
        onDo={() => onSubmit({ outcome: 'approved' })}
      />
    </>
  )
}

interface OneDeedProps extends Pick<ResolveFormProps, 'busy' | 'onCancel'> {
  deed: string
  onDo: () => void
}

function OneDeed({ busy, onCancel, deed, onDo }: OneDeedProps) {
  const { t } = useTranslation('common')
  return (
    <DialogActions>
      <Button onClick={onCancel}>{t('cancel')}</Button>
      <Button look="primary" busy={busy} onClick={onDo}>
        {deed}
      </Button>
    </DialogActions>
  )
}

const FINDINGS = ['APPROVED', 'PENDING', 'REJECTED', 'absent'] as const
type Finding = (typeof FINDINGS)[number]

/** What the operator found at the provider. */
function ResolveDisbursementForm({ kind, busy, onSubmit, onCancel }: ResolveFormProps & { kind: DisbursementKind }) {
  const { t } = useTranslation(['disbursements', 'common'])
  const [finding, setFinding] = useState<Finding | null>(null)
  const [transactionId, setTransactionId] = useState('')
  // A refund either exists or not. Only for a withdrawal can the operator also state the outcome.
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
  const status: DisbursementStatus = finding
  return {
    outcome: 'created',
    ...defined({
      transactionId: transactionId === '' ? undefined : transactionId,
      status: isDisbursementSettled(status) ? status : undefined,
    }),
  }
}
