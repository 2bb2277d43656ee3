/** What the database's functions ask about a status has the domain's answer for every status, and hides none from the planner. */
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ATTEMPT_OUTCOMES, isMade, isProvidersAnswer } from '../../domain/attempt.ts'
import { bringsMoney, CHARGE_STATUSES, isDisputed, isRefunded, isRefused, isSettled } from '../../domain/charge.ts'
import { isNoticeHandled, NOTICE_STATES } from '../../domain/delivery.ts'
import { isDisbursementFailed, isDisbursementSettled, refundStateOf } from '../../domain/disbursement.ts'
import { givenUpStateOf, isPayable } from '../../domain/payment.ts'
import { isReceiverSettled, RECEIVER_STATUSES } from '../../domain/receiver.ts'
import { WITHDRAWAL_STATUSES } from '../../domain/withdrawal.ts'
import { type FreshDatabase, freshDatabase } from '../support/stack.ts'

let database: FreshDatabase
let sql: Sql
beforeAll(async () => {
  database = await freshDatabase()
  sql = postgres(database.databaseUrl, { max: 1 })
})
afterAll(async () => {
  await sql?.end()
  await database?.drop()
})

interface Question {
  name: string
  /** Every status with the domain's answer. */
  answers: (readonly [status: string, answer: string | boolean])[]
}

const question = <Status extends string>(
  name: string,
  statuses: readonly Status[],
  ask: (status: Status) => string | boolean,
): Question => ({ name, answers: statuses.map((status) => [status, ask(status)] as const) })

const QUESTIONS = [
  question('charge_waits', CHARGE_STATUSES, (status) => !isSettled(status)),
  question('charge_brings_money', CHARGE_STATUSES, bringsMoney),
  question('charge_is_refused', CHARGE_STATUSES, isRefused),
  question('charge_is_disputed', CHARGE_STATUSES, isDisputed),
  question('charge_is_refunded', CHARGE_STATUSES, isRefunded),
  question('payment_is_payable', CHARGE_STATUSES, (state) => isPayable({ state })),
  question('given_up_state', CHARGE_STATUSES, givenUpStateOf),
  question('disbursement_waits', WITHDRAWAL_STATUSES, (status) => !isDisbursementSettled(status)),
  question('disbursement_is_failed', WITHDRAWAL_STATUSES, isDisbursementFailed),
  question('refund_state', WITHDRAWAL_STATUSES, refundStateOf),
  question('attempt_is_made', ATTEMPT_OUTCOMES, isMade),
  question('attempt_is_answered_by_provider', ATTEMPT_OUTCOMES, isProvidersAnswer),
  question('notice_is_unhandled', NOTICE_STATES, (state) => !isNoticeHandled(state)),
  question('receiver_waits', RECEIVER_STATUSES, (status) => !isReceiverSettled(status)),
]

test('these are all the questions that the database asks', async () => {
  const found = await sql<{ name: string }[]>`
    SELECT proname AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proargnames = '{status}'`
  expect(found.map(({ name }) => name).toSorted()).toEqual(QUESTIONS.map(({ name }) => name).toSorted())
})

describe.each(QUESTIONS)('$name', ({ name, answers }) => {
  test('answers as the domain does, and knows nothing of no status', async () => {
    const statuses = answers.map(([status]) => status)
    const rows = await sql`
      SELECT status, ${sql(name)}(status) AS answer FROM unnest(${statuses}::text[]) WITH ORDINALITY AS given (status, place) ORDER BY place`
    expect(rows.map(({ status, answer }) => [status, answer])).toEqual(answers)
    expect(await sql`SELECT ${sql(name)}(NULL) AS answer`).toEqual([{ answer: null }])
  })

  test('is replaced by its statuses where it is planned', async () => {
    const plan = await sql.unsafe(`EXPLAIN (VERBOSE) SELECT ${name}(status) FROM charges`)
    const lines = plan.map((row) => row['QUERY PLAN']).join('\n')
    expect(lines).toContain('status')
    expect(lines).not.toContain(name)
  })
})
