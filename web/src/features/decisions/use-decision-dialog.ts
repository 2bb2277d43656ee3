/** The dialogs of a page's decisions: which one is open, and what the page showed when it was opened, because the page changes under it. */
import { useState } from 'react'
import { defined } from '../../../../domain/defined.ts'
import { type Decision, type DecisionOptions, useDecision } from './use-decision.ts'

interface DialogOptions extends Omit<DecisionOptions, 'onTaken'> {
  /** The reasons for attention that the page shows. */
  reasons: readonly string[]
  /** When what the page shows last changed, if the decisions are about all of that. */
  updatedAt?: string | undefined
}

/** `ask` opens the dialog of an action; a decision says what was shown when it was asked. */
export function useDecisionDialog<Action extends string>({ reasons, updatedAt, ...options }: DialogOptions) {
  const [open, setOpen] = useState<Action | null>(null)
  const onPage = defined({ shown: reasons, updatedAt })
  const [asked, setAsked] = useState(onPage)
  const close = () => setOpen(null)
  const { decide, isPending } = useDecision({ ...options, onTaken: close })
  return {
    ask: (action: Action) => {
      setAsked(onPage)
      setOpen(action)
    },
    close,
    dialogOf: (action: Action) => ({ open: open === action, onOpenChange: close }),
    decide: (decision: Omit<Decision, 'shown'>) => decide({ ...decision, ...asked }),
    isPending,
  }
}
