import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import type { Charge, DecisionKind, Resolution } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { explain } from '../../ui/states.tsx'
import type { ChargeAction } from './actions-model.ts'
import { decide } from './queries.ts'
import { ResolveForm } from './resolve-form.tsx'

/** A button for each decision; each says in a dialog what it will do, and to how much money. */
export function ChargeActions({ charge, actions }: { charge: Charge; actions: readonly ChargeAction[] }) {
  const { t } = useTranslation(['charges', 'common'])
  const { money } = useFormat()
  const queries = useQueryClient()
  const [open, setOpen] = useState<ChargeAction | null>(null)
  const decision = useMutation(decide(queries, charge))
  const words = { amount: money(charge.finalValue, charge.currency), name: charge.customer.name }

  const send = (action: ChargeAction, resolution?: Resolution) =>
    decision.mutate(toDecision(action, resolution), {
      onSuccess: () => {
        setOpen(null)
        toast.success(t(action === 'acknowledge' ? 'action.acknowledged' : 'action.sent'))
      },
      onError: (error) => {
        const { kind, detail } = explain(error)
        toast.error(t('action.failed'), { description: detail ?? t(`common:error.${kind}.text`) })
      },
    })
  const dialog = (action: ChargeAction) => ({
    open: open === action,
    onOpenChange: (isOpen: boolean) => setOpen(isOpen ? action : null),
  })

  return (
    <>
      {actions.map((action) => (
        <Button key={action} look={action === 'retry' ? 'primary' : 'secondary'} onClick={() => setOpen(action)}>
          {t(`action.${action}`)}
        </Button>
      ))}
      <Dialog
        {...dialog('retry')}
        title={t('action.retryTitle')}
        description={t(charge.attention === 'unknownOutcome' ? 'action.retryUnknown' : 'action.retryText', words)}
      >
        <DialogActions>
          <Button onClick={() => setOpen(null)}>{t('common:cancel')}</Button>
          <Button look="primary" busy={decision.isPending} onClick={() => send('retry')}>
            {t('action.retryDo', words)}
          </Button>
        </DialogActions>
      </Dialog>
      <Dialog {...dialog('cancel')} title={t('action.cancelTitle')} description={t('action.cancelText', words)}>
        <DialogActions>
          <Button onClick={() => setOpen(null)}>{t('action.keep')}</Button>
          <Button look="danger" busy={decision.isPending} onClick={() => send('cancel')}>
            {t('action.cancelDo', words)}
          </Button>
        </DialogActions>
      </Dialog>
      <Dialog {...dialog('acknowledge')} title={t('action.acknowledgeTitle')} description={t('action.acknowledgeText')}>
        <DialogActions>
          <Button onClick={() => setOpen(null)}>{t('common:cancel')}</Button>
          <Button look="primary" busy={decision.isPending} onClick={() => send('acknowledge')}>
            {t('action.acknowledge')}
          </Button>
        </DialogActions>
      </Dialog>
      <Dialog {...dialog('resolve')} title={t('action.resolveTitle')} description={t('action.resolveText', words)}>
        <ResolveForm
          amount={words.amount}
          busy={decision.isPending}
          onSubmit={(resolution) => send('resolve', resolution)}
          onCancel={() => setOpen(null)}
        />
      </Dialog>
    </>
  )
}

function toDecision(action: ChargeAction, resolution?: Resolution): { action: DecisionKind; resolution?: Resolution } {
  if (action === 'acknowledge') return { action: 'resolve', resolution: { outcome: 'created' } }
  return resolution ? { action, resolution } : { action }
}
