/** Withdrawals and receivers, held against the books of every provider. */
import { isDeepStrictEqual } from 'node:util'
import { bookedDestinationOf } from './destinations.ts'
import type { Observation } from './observe.ts'
import type { ReceiverLife, WithdrawalLife } from './plan.ts'
import { inWords, isTold, WITHDRAWAL_TELLING } from './telling.ts'
import { DUE_WITHDRAWAL, PAYING_OUT } from './terrain.ts'
import { answersOf, broken, couldTell, type Failing, FINE, isInDoubt, type Verdict, type Violation } from './verdict.ts'
import { type Deed, emailOf } from './world.ts'

export function judgeWithdrawal(deed: Deed, life: WithdrawalLife, seen: Observation): Verdict {
  const rows = seen.withdrawals.filter(({ withdrawReference }) => withdrawReference === life.key)
  const booked = seen.books.withdrawals.filter(({ amount }) => amount === life.amount)
  const violations = answersOf(
    deed,
    rows.map(({ id }) => id),
  )
  const theirs = booked.map(({ id, stage }) => `${id} ${stage}`).join(', ') || 'nothing'
  if (booked.length > 1) violations.push(broken(deed, 'duplicate', `was paid out more than once: ${theirs}`))
  for (const { id, destination } of booked) {
    const due = bookedDestinationOf(life)
    if (isDeepStrictEqual(destination, due)) continue
    const [went, ought] = [JSON.stringify(destination), JSON.stringify(due)]
    violations.push(broken(deed, 'wrongDestination', `${id} went to ${went}, not to ${ought}`))
  }
  if (deed.isEarly) violations.push(broken(deed, 'duplicate', `left before it was approved: ${theirs}`))
  if (life.approval === 'refused' && booked.length > 0)
    violations.push(broken(deed, 'duplicate', `was refused by a second person, and paid out: ${theirs}`))
  const [row] = rows
  if (!row) {
    if (booked.length > 0) violations.push(broken(deed, 'lost', `${theirs} belongs to no withdrawal`))
    return { ...FINE, violations }
  }
  const refused = deed.asked?.told.find((end) => end.outcome === 'refused')
  if (refused) violations.push(broken(deed, 'lie', `the seller was refused: ${JSON.stringify(refused)}`))
  violations.push(...endOf(deed, row, booked, theirs))
  const isTellable = couldTell(PAYING_OUT[life.provider]?.creation, deed, booked.length > 0)
  return { violations, asks: row.needsAttention, isTellable, asksNeedlessly: isTellable && isInDoubt(row) }
}

function endOf(
  deed: Deed,
  { id, status, withdrawId, attentionReasons }: Observation['withdrawals'][number],
  booked: Observation['books']['withdrawals'],
  theirs: string,
): Violation[] {
  const unlessTold = (failing: Failing, telling: keyof typeof WITHDRAWAL_TELLING, text: string) =>
    isTold(attentionReasons, WITHDRAWAL_TELLING[telling])
      ? []
      : [broken(deed, failing, `${text}, ${inWords(attentionReasons)}`)]
  const own = booked.find((one) => one.id === withdrawId) ?? booked[0]
  if (!own) {
    if (status === 'PENDING') return unlessTold('stuck', 'unmade', `${id} is PENDING and the provider has nothing`)
    if (status === 'APPROVED') return unlessTold('lie', 'untrue', `${id} is APPROVED and the provider has nothing`)
    return []
  }
  if (withdrawId !== own.id) {
    return unlessTold('wrongEnd', 'unmade', `${id} has ${withdrawId}, the provider ${theirs}`)
  }
  const due: readonly string[] = DUE_WITHDRAWAL[own.stage]
  if (due.includes(status)) return []
  const text = `${id} is ${status}, the provider has ${theirs}`
  return status === 'PENDING' ? unlessTold('stuck', 'unheard', text) : unlessTold('wrongEnd', 'untrue', text)
}

/**
 * No receiver can be looked up: an operator is asked where its answer was taken away, or what asked for it was dead.
 * @param isDisturbed something of ours was.
 */
export function judgeReceiver(deed: Deed, life: ReceiverLife, seen: Observation, isDisturbed: boolean): Verdict {
  const rows = seen.receivers.filter(({ email }) => email === emailOf(life))
  const opened = seen.books.receivers.filter(({ request }) => request.includes(`"${emailOf(life)}"`))
  const violations = answersOf(
    deed,
    rows.map(({ id }) => id),
  )
  if (opened.length > 1) violations.push(broken(deed, 'duplicate', `was opened ${opened.length} times`))
  const [row] = rows
  if (!row) {
    if (opened.length > 0) violations.push(broken(deed, 'lost', 'it was opened, and belongs to no receiver'))
    return { ...FINE, violations }
  }
  const refused = deed.asked?.told.find((end) => end.outcome === 'refused')
  if (refused) violations.push(broken(deed, 'lie', `the seller was refused: ${JSON.stringify(refused)}`))
  if (row.attention === null) {
    const due = opened.length > 0 ? 'ACTIVE' : 'REJECTED'
    if (row.status === 'PENDING') violations.push(broken(deed, 'stuck', `${row.id} is PENDING, not ${due}`))
    else if (row.status !== due) violations.push(broken(deed, 'wrongEnd', `${row.id} is ${row.status}, not ${due}`))
  }
  const wasTaken = life.cells.some(({ operation, fault }) => operation === 'createReceiver' && fault !== 'rateLimited')
  const isTellable = !wasTaken && !isDisturbed
  const isAsked = isTellable && isInDoubt({ attentionReasons: row.attention === null ? [] : [row.attention] })
  return { violations, asks: row.needsAttention, isTellable, asksNeedlessly: isAsked }
}
