/** What must be true when everything is quiet, whatever went wrong on the way. Each rule lists what breaks it. */
import { isSettled } from '../../domain/charge-status.ts'
import { chargeWorkflowId } from '../../workflows/messages.ts'
import { type Case, casesOf, dueStatus, referenceOf } from './cases.ts'
import type { Observation } from './observe.ts'
import type { Sale } from './seller.ts'

export interface Violation {
  /** Whose charge it is about; null when it is about none in particular. */
  orderId: string | null
  text: string
}

export interface Evidence {
  seen: Observation
  sales: readonly Sale[]
  /** Providers that can be asked what became of a creation, or take the same one again: no person has to say. */
  knowable: readonly string[]
  /** Providers that take a repeated creation for the same one. */
  keyed: readonly string[]
}

const broken = ({ charge, attempts }: Case, text: string): Violation => ({
  orderId: charge.orderId,
  text: `${charge.orderId} at ${attempts.at(-1)?.provider} (${charge.id}): ${text}`,
})

/** 1. Every charge that a seller was told of exists, and stands as its provider says; and no provider here says no. */
export function lies({ seen, sales }: Evidence): Violation[] {
  const known = new Set(seen.charges.map(({ id }) => id))
  const untrue = sales.flatMap(({ scenario: { orderId }, told }) =>
    told.flatMap((end) => {
      if (end.outcome === 'refused') return [{ orderId, text: `${orderId}: the seller was refused: ${end.text}` }]
      if (end.outcome !== 'charge' || known.has(end.chargeId)) return []
      return [{ orderId, text: `${orderId}: the seller was told of ${end.chargeId}, which does not exist` }]
    }),
  )
  const unlike = casesOf(seen).flatMap((one) => {
    const [transaction] = one.transactions
    const { status, transactionId } = one.charge
    if (!transaction || isParked(one)) return []
    if (transaction.id !== transactionId) {
      return [broken(one, `has transaction ${transactionId}, the provider has ${transaction.id}`)]
    }
    const due = dueStatus(transaction)
    return status === due ? [] : [broken(one, `is ${status}, but the transaction is ${transaction.stage}`)]
  })
  return [...untrue, ...unlike]
}

/** 2. No money is lost: what was paid belongs to a charge that says so, or that asks a person. */
export function losses({ seen }: Evidence): Violation[] {
  const owners = new Map(casesOf(seen).flatMap((one) => one.transactions.map(({ id }) => [id, one] as const)))
  return seen.transactions
    .filter(({ stage }) => stage === 'paid' || stage === 'refunded')
    .flatMap((transaction) => {
      const { id, provider, stage, reference } = transaction
      const owner = owners.get(id)
      if (!owner) return [{ orderId: null, text: `${provider} ${id} (${reference}) was ${stage} and is nobody's` }]
      const isKnown = owner.charge.status === dueStatus(transaction) || isParked(owner)
      return isKnown ? [] : [broken(owner, `its transaction ${id} was ${stage}, it is ${owner.charge.status}`)]
    })
}

/** 3. Nothing is made twice: one transaction per charge, and one money request that may have been processed per attempt. */
export function duplicates({ seen, keyed }: Evidence): Violation[] {
  const requests = new Map(seen.requests.map((counted) => [counted.reference, counted]))
  return casesOf(seen).flatMap((one) => {
    const found: Violation[] = []
    if (one.transactions.length > 1) found.push(broken(one, `has ${one.transactions.length} transactions`))
    for (const attempt of one.attempts) {
      const counted = requests.get(referenceOf(attempt))
      if (!counted) continue
      const { provider, outcome, number } = attempt
      if (counted.committed > 1) found.push(broken(one, `attempt ${number} was processed ${counted.committed} times`))
      if (counted.committed > 0 && outcome !== null && outcome !== 'created') {
        found.push(broken(one, `attempt ${number} counts as ${outcome}, but was processed`))
      }
      const sent = counted.count - refusedForNow(attempt)
      if (sent > 1 && !keyed.includes(provider)) found.push(broken(one, `attempt ${number} was sent ${sent} times`))
    }
    return found
  })
}

/** Money requests answered with 429: surely not processed, so they may be repeated. */
function refusedForNow({ exchange }: Case['attempts'][number]): number {
  return exchange.filter(({ method, status }) => method === 'POST' && status === 429).length
}

/** 4. Nothing is stuck: a charge either has its transaction, was refused, or asks a person; and nobody asks for nothing. */
export function stuck({ seen, knowable, keyed }: Evidence): Violation[] {
  return casesOf(seen).flatMap((one) => {
    const { charge, attempts, transactions } = one
    const { status, needsAttention, attention } = charge
    if (needsAttention !== (attention !== null)) return [broken(one, 'asks a person without a reason')]
    if (isParked(one)) {
      const provider = attempts.at(-1)?.provider ?? ''
      // A search finds what was made; that nothing was made is told by a repeat under a live key alone.
      const couldTell = keyed.includes(provider) || (knowable.includes(provider) && transactions.length > 0)
      return couldTell ? [broken(one, `asks a person (${attention}), but its provider could tell`)] : []
    }
    if (needsAttention) return [broken(one, `asks a person (${attention}) although all is known`)]
    if (isSettled(status)) return []
    if (attempts.some(({ state }) => state !== 'answered')) return [broken(one, 'has an attempt without an end')]
    return transactions.length === 0 ? [broken(one, 'is PENDING without a transaction')] : []
  })
}

/** Waits for a person to say what became of its creation. */
export function isParked({ charge }: Case): boolean {
  return charge.needsAttention && charge.transactionId === null && !isSettled(charge.status)
}

/**
 * 5. One key, one charge; and what says that nothing was done leaves nothing behind. (A 503 that does not say so may leave a
 * whole charge, which the same key brings to light.)
 */
export function halfMade({ seen, sales }: Evidence): Violation[] {
  return sales.flatMap(({ scenario: { orderId }, told, answers }) => {
    const rows = seen.charges.filter((charge) => charge.orderId === orderId)
    const ids = new Set(told.flatMap((end) => (end.outcome === 'charge' ? [end.chargeId] : [])))
    const trail = `${orderId} (answers: ${answers.join(', ')})`
    if (rows.length > 1 || ids.size > 1) return [{ orderId, text: `${trail}: one key gave ${rows.length} charges` }]
    const neverAnswered = told.filter(({ outcome }) => outcome === 'neverAnswered').length
    if (neverAnswered > 0) return [{ orderId, text: `${trail}: the seller never got an answer` }]
    const allLeft = told.length > 0 && told.every(({ outcome }) => outcome === 'leftAfter503')
    const nothingWasDone = answers.every((answer) => answer.startsWith('503') && answer.includes('nothing was done'))
    if (allLeft && nothingWasDone && rows.length > 0) return [{ orderId, text: `${trail}: a charge was left behind` }]
    return []
  })
}

/** Stands for what looks like a card's number, which is not kept. */
const HIDDEN = '•••'

function patternOf(body: string): RegExp {
  const [first = '', ...rest] = body.split(/"•••"|•••/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${[first, ...rest].join('"?[^",]+"?')}$`)
}

/** 6. Every notice that we said we had is stored, and has reached its charge. */
export function lostNotices({ seen }: Evidence): Violation[] {
  const stored = new Set(seen.received.map(({ provider, body }) => `${provider} ${body}`))
  const hidden = seen.received.filter(({ body }) => body.includes(HIDDEN)).map(({ body }) => patternOf(body))
  const lost = seen.notices
    .filter(({ state }) => state === 'delivered')
    .filter(({ provider, body }) => !stored.has(`${provider} ${body}`))
    .filter(({ body }) => !hidden.some((pattern) => pattern.test(body)))
    .map(({ provider, transactionId }) => ({
      orderId: null,
      text: `${provider}: a notice of ${transactionId} is lost`,
    }))
  const unsent = seen.notices
    .filter(({ state }) => state !== 'delivered')
    .map(({ provider, transactionId, state, lastAnswer }) => ({
      orderId: null,
      text: `${provider}: a notice of ${transactionId} is ${state} (${lastAnswer})`,
    }))
  const owner = new Map(casesOf(seen).flatMap((one) => one.transactions.map(({ id }) => [id, one] as const)))
  const undelivered = seen.received
    .filter(({ state }) => state === 'pending' || state === 'failed')
    .flatMap(({ provider, transactionId, state, detail }) => {
      const one = owner.get(transactionId ?? '')
      if (one && isParked(one)) return []
      const text = `a notice of ${provider} ${transactionId} is ${state}: ${detail}`
      return [one ? broken(one, text) : { orderId: null, text }]
    })
  const untold = seen.notified
    .filter(({ state }) => state !== 'delivered')
    .map(({ chargeId, eventType, lastError }) => ({
      orderId: null,
      text: `the seller was not told of ${eventType} of ${chargeId}: ${lastError}`,
    }))
  return [...lost, ...unsent, ...undelivered, ...untold]
}

/** 7. A workflow runs as long as there is something to wait for, and no longer; none has failed. */
export function strayWorkflows({ seen }: Evidence): Violation[] {
  const workflows = new Map(seen.workflows.map((workflow) => [workflow.id, workflow]))
  const ofCharges = casesOf(seen).flatMap((one) => {
    const { id, status } = one.charge
    const due = isSettled(status) ? 'COMPLETED' : 'RUNNING'
    const found = workflows.get(chargeWorkflowId(id))?.status ?? 'missing'
    return found === due ? [] : [broken(one, `is ${status}, its workflow is ${found}`)]
  })
  const charges = new Set(seen.charges.map(({ id }) => chargeWorkflowId(id)))
  const others = seen.workflows
    .filter(({ id, type }) => !charges.has(id) && type !== 'sweep')
    .filter(({ status }) => status !== 'COMPLETED')
    .map(({ id, type, status }) => ({ orderId: null, text: `${type} ${id} is ${status}` }))
  const failedSweeps = seen.workflows
    .filter(({ type, status }) => type === 'sweep' && status !== 'RUNNING' && status !== 'COMPLETED')
    .map(({ id, status }) => ({ orderId: null, text: `${id} is ${status}` }))
  return [...ofCharges, ...others, ...failedSweeps]
}

/** 8. A charge's history is an unbroken chain to its status, and the seller was told of each link. */
export function falseHistories({ seen }: Evidence): Violation[] {
  return casesOf(seen).flatMap((one) => {
    const { id, status } = one.charge
    const moves = seen.events.filter(({ chargeId, type }) => chargeId === id && type === 'statusChanged')
    const chain = ['PENDING', ...moves.map(({ to }) => to)]
    const isUnbroken = moves.every(({ from }, index) => from === chain[index]) && chain.at(-1) === status
    if (!isUnbroken) return [broken(one, `is ${status}, its history is ${chain.join(' > ')}`)]
    const told = seen.notified.filter(({ chargeId }) => chargeId === id).map(({ eventType }) => eventType)
    const due = moves.map(({ to }) => `charge.${to?.toLowerCase()}`)
    const isTold = told.toSorted().join() === due.toSorted().join()
    return isTold
      ? []
      : [broken(one, `moved by ${due.join(', ') || 'nothing'}, the seller was told ${told.join(', ')}`)]
  })
}

/** All that can be seen without reading Temporal's histories. */
export function violations(evidence: Evidence): Violation[] {
  const rules = [lies, losses, duplicates, stuck, halfMade, lostNotices, strayWorkflows, falseHistories]
  return rules.flatMap((rule) => rule(evidence))
}
