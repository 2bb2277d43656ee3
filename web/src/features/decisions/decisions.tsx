/** A button for each decision that can be made; each says in a dialog what it will do before it is done. */
import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DecisionKind, Resolution } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { foremost } from './foremost.ts'
import { useDecisionDialog } from './use-decision-dialog.ts'

interface Words {
  button: string
  title: string
  text: string
  deed: string
}

export interface ResolveFormProps {
  busy: boolean
  onSubmit: (resolution: Resolution) => void
  onCancel: () => void
}

interface DecisionsProps {
  workflowId: string
  /** The reasons for attention that the page shows. */
  reasons: readonly string[]
  /** When what the page shows last changed, where the decision is about all of that, as an approval is. */
  updatedAt?: string | undefined
  /** The queries that are reloaded, on any outcome of a decision. */
  changes: QueryKey
  actions: readonly DecisionKind[]
  wordsOf: (action: DecisionKind) => Words
  resolveForm: (form: ResolveFormProps) => ReactNode
}

export function Decisions({ workflowId, reasons, updatedAt, changes, actions, wordsOf, resolveForm }: DecisionsProps) {
  const { t } = useTranslation('common')
  const { ask, close, dialogOf, decide, isPending } = useDecisionDialog<DecisionKind>({
    workflowId,
    changes,
    reasons,
    updatedAt,
  })
  const first = foremost(actions)
  const body = (action: DecisionKind, deed: string) =>
    action === 'resolve' ? (
      resolveForm({
        busy: isPending,
        onSubmit: (resolution) => decide({ action, resolution }),
        onCancel: close,
      })
    ) : (
      <DialogActions>
        <Button onClick={close}>{t('cancel')}</Button>
        <Button look={action === 'retry' ? 'primary' : 'danger'} busy={isPending} onClick={() => decide({ action })}>
          {deed}
        </Button>
      </DialogActions>
    )
  return (
    <>
      {actions.map((action) => (
        <Button key={action} look={action === first ? 'primary' : 'secondary'} onClick={() => ask(action)}>
          {wordsOf(action).button}
        </Button>
      ))}
      {actions.map((action) => {
        const { title, text, deed } = wordsOf(action)
        return (
          <Dialog key={action} {...dialogOf(action)} title={title} description={text}>
            {body(action, deed)}
          </Dialog>
        )
      })}
    </>
  )
}
