/** A request that takes over from one that died is told of what that one made, also where the same could not be made any more. */
import type { FastifyInstance } from 'fastify'
import { type Answer, RETRY_AFTER_SECONDS, type Work } from '../idempotency.ts'
import { ApiProblem, outcomeUnknown } from '../problem.ts'
import { readStart } from './start.ts'

interface MadeRow {
  createdAt: string
}

export interface Movement<Row extends MadeRow> {
  workflowId: string
  find(): Promise<Row | undefined>
  /** Whether the row says that its workflow has been at work. */
  isBegun(row: Row): boolean
  answer(row: Row): Promise<Answer>
  /** Takes the row back, unless an attempt hangs on it. @returns whether nothing stands of it. */
  abandon(): Promise<boolean>
}

const MAY_BE_MADE = 'An earlier request with this key or reference may have made it'

/**
 * The answer about what the earlier request made; undefined where it made nothing, or died before it started the workflow: its row is
 * taken back, so that the movement can be made anew under the same id.
 * @throws ApiProblem 503 `outcome_unknown` where it is not known what becomes of it.
 */
export async function madeBefore<Row extends MadeRow>(
  app: FastifyInstance,
  { workflowId, find, isBegun, answer, abandon }: Movement<Row>,
): Promise<Answer | undefined> {
  const row = await find()
  if (!row) return undefined
  if (isBegun(row)) return answer(row)
  const begun = await readStart(app.temporal, workflowId, row.createdAt)
  if (begun === 'started') return answer(row)
  // Should its start get through after all, the workflow runs with the row that is there then, or finds none and ends.
  const isOver = begun === 'never' || begun === 'spent'
  if (isOver && (await abandon())) return undefined
  throw outcomeUnknown(MAY_BE_MADE, RETRY_AFTER_SECONDS)
}

/**
 * Makes it, or answers with what the earlier request made where that is refused by now.
 * @throws ApiProblem 503 `outcome_unknown` where it is not known what becomes of it; what `make` throws where nothing is left.
 */
export async function orMadeBefore<Row extends MadeRow>(
  app: FastifyInstance,
  work: Work,
  make: (work: Work) => Promise<Answer>,
  movement: Movement<Row>,
): Promise<Answer> {
  if (!work.takenOver) return make(work)
  let isUndone = false
  const undo = () => {
    isUndone = true
    work.undo()
  }
  try {
    return await make({ ...work, undo })
  } catch (error) {
    const code = error instanceof ApiProblem ? error.problemCode : undefined
    if (isUndone || code === 'outcome_unknown') throw error
    const made = await madeBefore(app, movement)
    if (made) return made
    if (code === 'unavailable') throw outcomeUnknown(MAY_BE_MADE, RETRY_AFTER_SECONDS)
    throw error
  }
}
