/** Sends an operator's decision about a waiting item, and reports the outcome. */
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { defined } from '../../../../domain/defined.ts'
import { api, isOutcomeUnknown } from '../../api/client.ts'
import type { DecisionKind, OperationAccepted, Resolution } from '../../api/contract.ts'
import { tellFailure } from '../../ui/failure.tsx'
import { toast } from '../../ui/toast.ts'
import { findDecisionRow } from './follow.ts'
import { voidNotes } from './void-notes.ts'

export interface Decision {
  action: DecisionKind
  resolution?: Resolution
  /** The success message, where the usual one does not fit. */
  done?: string
  /** When what the page showed had last changed: if it has changed since, the API does nothing. */
  updatedAt?: string
  /** The reasons for attention that the page showed: if others stand by now, the API does nothing. */
  shown?: readonly string[]
}

export function postDecision(workflowId: string, { action, resolution, updatedAt, shown }: Decision) {
  // That none were shown is said, too.
  const query = new URLSearchParams(defined({ shown: shown?.join(','), updatedAt }))
  const path = `/v1/operations/${encodeURIComponent(workflowId)}/${action}?${query}`
  return api.post<OperationAccepted>(path, resolution)
}

export interface DecisionOptions {
  workflowId: string
  /** The queries that are reloaded, on any outcome. */
  changes: QueryKey
  /** Called when the API has accepted the decision, void or not. */
  onTaken: () => void
}

/** The page may have changed when the answer arrives, perhaps through the decision itself. The toast is still shown. */
export function useDecision({ workflowId, changes, onTaken }: DecisionOptions) {
  const { t } = useTranslation(['decisions', 'timeline', 'common'])
  const queries = useQueryClient()
  const [told] = useState(toast.ofSession)
  const tellVoid = (detail: Readonly<Record<string, unknown>>, id?: string) => {
    const [why] = voidNotes(detail, (reason) => t(`timeline:void.${reason}`))
    told.warning(t('void'), {
      ...defined({
        description: why === undefined ? undefined : t('voidText', { why }),
        id,
      }),
    })
  }
  /** While the provider is being asked, the toast stays until the history shows the outcome. */
  const follow = async ({ action, done }: Decision, decisionId: string) => {
    const id = told.loading(t('accepted'), { description: t('acceptedText') })
    const row = await findDecisionRow(workflowId, decisionId)
    await queries.invalidateQueries({ queryKey: changes })
    if (!row) return told.info(t('accepted'), { id, description: t('acceptedLong') })
    if (row.type === 'decisionVoid') return tellVoid(row.detail ?? {}, id)
    return told.success(done ?? t(`carriedOut.${action}`), { id })
  }
  const { mutate, isPending } = useMutation({
    mutationFn: (decision: Decision) => postDecision(workflowId, decision),
    onSuccess: ({ decisionId, operation, became, why }, decision) => {
      onTaken()
      switch (became) {
        case 'carriedOut':
          return void told.success(decision.done ?? t(`carriedOut.${operation}`))
        case 'accepted':
          return void follow(decision, decisionId)
        case 'void':
          return tellVoid({ why })
      }
    },
    onError: (error) => {
      if (isOutcomeUnknown(error)) {
        onTaken()
        return void told.warning(t('unknown'), { description: t('unknownText') })
      }
      tellFailure(t('failed'), error)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: changes }),
  })
  return { decide: mutate, isPending }
}
