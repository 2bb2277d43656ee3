/** Answers that a client did not get, and how soon the client looked up their outcome, by the sandbox's own clock. */
import { fieldsOf, isText } from './checks.ts'
import type { AnswerFault, FaultRule } from './faults.ts'
import type { Answer, Call, Route } from './provider.ts'

export interface Loss {
  readonly provider: string
  readonly operation: string
  readonly fault: AnswerFault
  /** Of the movement that the fault was meant for. */
  readonly amount: number
  readonly at: number
  /** When the client next asked about the movement, or sent it again under its key; null while it has not. */
  readonly lookedAt: number | null
}

/** After these the client knows nothing. */
const TAKING: readonly string[] = [
  'commitThenDrop',
  'dropBeforeCommit',
  'serverError',
  'serverErrorAfterCommit',
  'slow',
  'htmlBody',
  'malformedBody',
] satisfies AnswerFault[]

/** Shorter ones may stand anywhere by chance. */
const SHORTEST_NAME = 8

export type Losses = ReturnType<typeof createLosses>

export function createLosses(now: () => number) {
  const losses: { loss: Loss; names: readonly string[] }[] = []
  return {
    /** To be called when the client has lost the answer; only for what a fault was meant for, and what moves money. */
    note: ({ provider, operation, fault, amount }: FaultRule, route: Route, call: Call, answer?: Answer): void => {
      if (amount === null || !route.reference || !TAKING.includes(fault)) return
      const made = [answer?.created?.id, answer?.changed?.id]
      const names = [route.reference(fieldsOf(call.body), call), ...Object.values(call.params), ...made]
      losses.push({
        loss: { provider, operation, fault: fault as AnswerFault, amount, at: now(), lookedAt: null },
        names: names.filter(isText).filter((name) => name.length >= SHORTEST_NAME),
      })
    },
    /** Every call may be the question about what was lost. */
    look: (provider: string, { params, query, body }: Call): void => {
      const said = JSON.stringify([params, query, body])
      for (const one of losses) {
        const { loss, names } = one
        if (loss.provider !== provider || loss.lookedAt !== null) continue
        if (names.some((name) => said.includes(name))) one.loss = { ...loss, lookedAt: now() }
      }
    },
    list: (): readonly Loss[] => losses.map(({ loss }) => loss),
  }
}
