import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isSettled } from '../../../../domain/charge.ts'
import { defined } from '../../../../domain/defined.ts'
import type { Charge } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { useBuyerName } from '../customers/buyer.tsx'
import { foremost } from '../decisions/foremost.ts'
import type { Decision } from '../decisions/use-decision.ts'
import { useDecisionDialog } from '../decisions/use-decision-dialog.ts'
import { providerQueries } from '../providers/queries.ts'
import type { ChargeAction } from './actions-model.ts'
import { chargeQueries } from './queries.ts'
import { ResolveForm } from './resolve-form.tsx'
import { statusLabel } from './status-label.ts'

type SimpleAction = Exclude<ChargeAction, 'resolve'>

/** A button for each decision; each says in a dialog what it will do, and to how much money. */
export function ChargeActions({ charge, actions }: { charge: Charge; actions: readonly ChargeAction[] }) {
  const { t } = useTranslation(['charges', 'common'])
  const { money } = useFormat()
  const nameOf = useBuyerName()
  const catalog = useQuery(providerQueries.catalog())
  const provider = catalog.data?.data.find(({ code }) => code === charge.provider)
  const canVoid = provider?.cancelMethods.includes(charge.paymentMethod) ?? false
  const { ask, close, dialogOf, decide, isPending } = useDecisionDialog<ChargeAction>({
    workflowId: charge.workflow.workflowId,
    changes: chargeQueries.all(),
    reasons: charge.attentionReasons,
  })
  const first = foremost(actions)
  const words = {
    amount: money(charge.finalValue, charge.currency),
    name: nameOf(charge.customer),
    status: statusLabel(t, charge),
  }
  const decisionOf = (action: SimpleAction): Decision => ({
    ...DECISIONS[action],
    ...defined({ done: hasOwnMessage(action) ? t(`action.${action}Done`) : undefined }),
  })
  const simple = (action: SimpleAction, deed: string) => (
    <Dialog
      {...dialogOf(action)}
      title={t(`action.${action}Title`, words)}
      description={t(textOf(action, charge, canVoid), words)}
    >
      <DialogActions>
        <Button onClick={close}>{t(action === 'cancel' ? 'action.keep' : 'common:cancel')}</Button>
        <Button
          look={action === 'cancel' ? 'danger' : 'primary'}
          busy={isPending}
          onClick={() => decide({ ...decisionOf(action), ...asShown(action, charge) })}
        >
          {deed}
        </Button>
      </DialogActions>
    </Dialog>
  )

  return (
    <>
      {actions.map((action) => (
        <Button key={action} look={action === first ? 'primary' : 'secondary'} onClick={() => ask(action)}>
          {t(`action.${action}`)}
        </Button>
      ))}
      {simple('retry', t('action.retryDo', words))}
      {simple('cancel', t('action.cancelDo', words))}
      {simple('acceptAmount', t('action.acceptAmountDo', words))}
      {simple('confirmPaid', t('action.confirmPaidDo', words))}
      {simple('endStands', t('action.endStandsDo', words))}
      {simple('acknowledge', t('action.acknowledge'))}
      <Dialog {...dialogOf('resolve')} title={t('action.resolveTitle')} description={t('action.resolveText', words)}>
        <ResolveForm
          amount={words.amount}
          busy={isPending}
          onSubmit={(resolution) => decide({ action: 'resolve', resolution })}
          onCancel={close}
        />
      </Dialog>
    </>
  )
}

/** The API has one `resolve` action for every reason. Acknowledging sends `notCreated`, which accepts no payment. */
const DECISIONS = {
  retry: { action: 'retry' },
  cancel: { action: 'cancel' },
  acceptAmount: { action: 'resolve', resolution: { outcome: 'created' } },
  confirmPaid: { action: 'resolve', resolution: { outcome: 'created' } },
  endStands: { action: 'resolve', resolution: { outcome: 'notCreated', status: 'REJECTED' } },
  acknowledge: { action: 'resolve', resolution: { outcome: 'notCreated' } },
} as const satisfies Record<SimpleAction, Decision>

/** Which of them the usual message of a resolution does not fit. */
const hasOwnMessage = (action: SimpleAction) => action === 'acknowledge' || action === 'endStands'

/** What is said about money is about what the page shows now. The other decisions are about the doubts that they name. */
const asShown = (action: SimpleAction, { updatedAt }: Charge): Pick<Decision, 'updatedAt'> =>
  action === 'retry' || action === 'cancel' ? {} : { updatedAt }

/** @param canVoid whether the provider withdraws codes. */
function textOf(action: SimpleAction, { attention, status }: Charge, canVoid: boolean) {
  if (action === 'acceptAmount' && isSettled(status)) return 'action.acceptLateText'
  if (action === 'cancel' && canVoid) return 'action.cancelVoids'
  return action === 'retry' && attention === 'unknownOutcome'
    ? 'action.retryUnknown'
    : (`action.${action}Text` as const)
}
