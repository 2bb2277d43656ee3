/** One decision about many: each is sent by itself, and followed until it is known what became of it. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { VOID_REASONS } from '../../../../domain/decision.ts'
import { isOutcomeUnknown } from '../../api/client.ts'
import { explain } from '../../ui/states.tsx'
import { chargeQueries } from '../charges/queries.ts'
import { type DecisionRow, decisionRows, newDecisionRow } from '../decisions/follow.ts'
import { type Decision, postDecision } from '../decisions/use-decision.ts'
import { disbursementQueries } from '../disbursements/queries.ts'
import { receiverQueries } from '../receivers/queries.ts'
import type { BulkOperation, WaitingMovement } from './model.ts'
import type { Decided, Outcome } from './outcomes.tsx'
import { attentionQueries } from './queries.ts'

/** So many are under way at once: an operator's hundred must not hold up everybody else's requests. */
const AT_ONCE = 4

export function useBulk() {
  const queries = useQueryClient()
  const [decided, setDecided] = useState<readonly Decided[]>([])
  const tell = (item: WaitingMovement, outcome: Outcome) =>
    setDecided((before) => before.map((entry) => (entry.item.id === item.id ? { item, outcome } : entry)))
  const decide = async (operation: BulkOperation, items: readonly WaitingMovement[]) => {
    setDecided(items.map((item) => ({ item, outcome: { state: 'sending' } })))
    const left = [...items]
    const lane = async () => {
      for (let item = left.shift(); item; item = left.shift()) await decideOne(item, operation, tell)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    await refresh(queries)
  }
  return { decided, decide, forget: () => setDecided([]) }
}

const refresh = (queries: QueryClient) =>
  Promise.all(
    [attentionQueries, chargeQueries, disbursementQueries, receiverQueries].map(({ all }) =>
      queries.invalidateQueries({ queryKey: all() }),
    ),
  )

type Tell = (item: WaitingMovement, outcome: Outcome) => void

async function decideOne(item: WaitingMovement, operation: BulkOperation, tellOf: Tell): Promise<void> {
  const { workflowId } = item
  const tell = (outcome: Outcome) => tellOf(item, outcome)
  try {
    const known = await decisionRows(workflowId)
    const { became, why } = await postDecision(workflowId, DECISIONS[operation], item.attentionReasons)
    switch (became) {
      case 'carriedOut':
        return tell({ state: 'carriedOut' })
      case 'void':
        return tell({ state: 'void', why })
      case 'accepted':
        tell({ state: 'asking' })
        // The next one does not wait until a slow provider has answered.
        void newDecisionRow(workflowId, known).then((row) => tell(outcomeOf(row)))
    }
  } catch (error) {
    tell(isOutcomeUnknown(error) ? { state: 'unknown' } : { state: 'refused', detail: explain(error).detail })
  }
}

function outcomeOf(row: DecisionRow | undefined): Outcome {
  if (!row) return { state: 'unheard' }
  if (row.type !== 'decisionVoid') return { state: 'carriedOut' }
  return { state: 'void', why: VOID_REASONS.find((known) => known === row.detail?.why) }
}

/** What is settled is not moved by `notCreated`: it only says that somebody has looked. */
const DECISIONS = {
  retry: { action: 'retry' },
  acknowledge: { action: 'resolve', resolution: { outcome: 'notCreated' } },
  notCreated: { action: 'resolve', resolution: { outcome: 'notCreated' } },
  cancel: { action: 'cancel' },
} as const satisfies Record<BulkOperation, Decision>
