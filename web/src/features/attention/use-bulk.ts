/** One decision about many items: each is sent separately and followed until its outcome is known. */
import {
  type QueryClient,
  type QueryKey,
  queryOptions,
  skipToken,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { VOID_REASONS } from '../../../../domain/decision.ts'
import { api, isOutcomeUnknown } from '../../api/client.ts'
import type { WaitingItem, WebhookEndpointTest } from '../../api/contract.ts'
import { reasonOf } from '../../ui/failure.tsx'
import { chargeQueries } from '../charges/queries.ts'
import { type DecisionRow, findDecisionRow } from '../decisions/follow.ts'
import { type Decision, postDecision } from '../decisions/use-decision.ts'
import { disbursementQueries } from '../disbursements/queries.ts'
import { disputeQueries } from '../disputes/queries.ts'
import { receiverQueries } from '../receivers/queries.ts'
import { reconciliationQueries, settle } from '../reconciliation/queries.ts'
import { sessionQueries } from '../session/queries.ts'
import { endpointQueries } from '../webhook-endpoints/queries.ts'
import type { BulkDecision, BulkOperation } from './model.ts'
import type { Decided, Outcome } from './outcomes.tsx'
import { attentionQueries } from './queries.ts'

/** The number of concurrent decisions: a hundred at once must not delay other users' requests. */
const AT_ONCE = 4

/** Outside the page, which may be left meanwhile; the session that has begun them ends them. */
const decidedQuery = queryOptions({
  queryKey: ['bulk-decisions'],
  queryFn: skipToken,
  initialData: [] as readonly Decided[],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

const UNSENT = { state: 'sending' } as const satisfies Outcome

const isUnsent = ({ outcome }: Decided): boolean => outcome.state === UNSENT.state

export function useBulk() {
  const queries = useQueryClient()
  const { data: decided = [] } = useQuery(decidedQuery)
  const change = (next: (before: readonly Decided[]) => readonly Decided[]) =>
    queries.setQueryData(decidedQuery.queryKey, (before) => before && next(before))
  const tell = (item: WaitingItem, outcome: Outcome) =>
    change((before) => before.map((entry) => (entry.item.id === item.id ? { item, outcome } : entry)))
  const whose = () => queries.getQueryData(sessionQueries.me().queryKey)?.id
  const decide = async (operation: BulkOperation, items: readonly WaitingItem[], note: string) => {
    const by = whose()
    /** Not once another user has signed in. */
    const isWanted = () => whose() === by && (queries.getQueryData(decidedQuery.queryKey)?.some(isUnsent) ?? false)
    /** What is still unsent would be lost with the page. */
    const warn = (event: BeforeUnloadEvent) => isWanted() && event.preventDefault()
    const ids = new Set(items.map(({ id }) => id))
    const others = (before: readonly Decided[]) => before.filter(({ item }) => !ids.has(item.id))
    change((before) => [...items.map((item) => ({ item, outcome: UNSENT })), ...others(before)])
    addEventListener('beforeunload', warn)
    const left = [...items]
    const lane = async () => {
      for (let item = left.shift(); item && isWanted(); item = left.shift())
        await doOne(item, { operation, note }, (outcome) => tell(item, outcome))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    removeEventListener('beforeunload', warn)
    await refresh(queries)
  }
  return { decided, decide, forget: () => change((before) => before.filter(isUnsent)) }
}

const CHANGED = [
  ...[attentionQueries, chargeQueries, disbursementQueries, receiverQueries, disputeQueries, reconciliationQueries].map(
    ({ all }): QueryKey => all(),
  ),
  endpointQueries.list().queryKey,
]

const refresh = (queries: QueryClient) =>
  Promise.all(CHANGED.map((queryKey) => queries.invalidateQueries({ queryKey })))

type Tell = (outcome: Outcome) => void

async function doOne(
  item: WaitingItem,
  { operation, note }: { operation: BulkOperation; note: string },
  tell: Tell,
): Promise<void> {
  try {
    switch (operation) {
      case 'test':
        return tell(testedAs(await api.post<WebhookEndpointTest>(`/v1/webhook-endpoints/${item.id}/test`)))
      case 'pause':
        await api.patch(`/v1/webhook-endpoints/${item.id}`, { enabled: false })
        return tell({ state: 'carriedOut' })
      case 'settle':
        if (item.kind !== 'reconciliation') return
        await settle(item, note)
        return tell({ state: 'carriedOut' })
      case 'lose':
        await api.post(`/v1/disputes/${item.id}/resolve`, { state: 'LOST', note })
        return tell({ state: 'carriedOut' })
      case 'retry':
      case 'acknowledge':
      case 'notCreated':
      case 'cancel':
        if ('workflowId' in item) await decideOne(item, operation, tell)
    }
  } catch (error) {
    tell(isOutcomeUnknown(error) ? { state: 'unknown' } : { state: 'refused', detail: reasonOf(error) })
  }
}

const testedAs = ({ delivered, status, error }: WebhookEndpointTest): Outcome =>
  delivered ? { state: 'carriedOut' } : { state: 'refused', detail: error ?? `HTTP ${status}` }

type Movement = Extract<WaitingItem, { workflowId: string }>

async function decideOne(
  { workflowId, attentionReasons }: Movement,
  operation: BulkDecision,
  tell: Tell,
): Promise<void> {
  const decision = { ...DECISIONS[operation], shown: attentionReasons }
  const { decisionId, became, why } = await postDecision(workflowId, decision)
  switch (became) {
    case 'carriedOut':
      return tell({ state: 'carriedOut' })
    case 'void':
      return tell({ state: 'void', why })
    case 'accepted':
      tell({ state: 'asking' })
      // The next one does not wait until a slow provider has answered.
      void findDecisionRow(workflowId, decisionId).then((row) => tell(outcomeOf(row)))
  }
}

function outcomeOf(row: DecisionRow | undefined): Outcome {
  if (!row) return { state: 'unheard' }
  if (row.type !== 'decisionVoid') return { state: 'carriedOut' }
  return { state: 'void', why: VOID_REASONS.find((known) => known === row.detail?.why) }
}

/** For a settled item, `notCreated` only records that an operator has seen it. */
const DECISIONS = {
  retry: { action: 'retry' },
  acknowledge: { action: 'resolve', resolution: { outcome: 'notCreated' } },
  notCreated: { action: 'resolve', resolution: { outcome: 'notCreated' } },
  cancel: { action: 'cancel' },
} as const satisfies Record<BulkDecision, Decision>
