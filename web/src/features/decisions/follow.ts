/** Finds the outcome of a decision that the API accepted and has not carried out yet: a row in the history. */
import { DECISION_EVENT_TYPES } from '../../../../domain/decision.ts'
import { api } from '../../api/client.ts'

const ASK_EVERY_MS = 1_500
/** A decision retries an unresponsive provider for about a minute before it fails. */
const PATIENCE_MS = 120_000

export interface DecisionRow {
  decisionId: string | null
  type: (typeof DECISION_EVENT_TYPES)[number]
  detail: Readonly<Record<string, unknown>> | null
}

/** `charge/<id>` is at `/v1/charges/<id>`. */
const eventsPath = (workflowId: string) => `/v1/${workflowId.replace('/', 's/')}/events`

/** @returns undefined after the timeout. */
export async function findDecisionRow(workflowId: string, decisionId: string): Promise<DecisionRow | undefined> {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; ) {
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
    // A failed request is retried.
    const rows = await decisionRows(workflowId).catch(() => [])
    const found = rows.find((row) => row.decisionId === decisionId)
    if (found) return found
  }
  return undefined
}

async function decisionRows(workflowId: string): Promise<DecisionRow[]> {
  const { data } = await api.get<{ data: (Omit<DecisionRow, 'type'> & { type: string })[] }>(eventsPath(workflowId))
  return data.filter((row): row is DecisionRow => DECISION_EVENT_TYPES.some((type) => type === row.type))
}
