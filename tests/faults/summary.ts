/** The campaign in a table, for a person. */
import type { Campaign } from './campaign.ts'
import { casesOf } from './cases.ts'
import { duplicates, type Evidence, isParked, losses, stuck, type Violation } from './invariants.ts'

const COLUMNS = ['fault', 'struck', 'charges', 'created', 'needs attention', 'duplicates', 'lost', 'stuck'] as const

/** `evidence` from before the operators: what needed a person counts. */
export function summarize({ plan, sales, saboteur, chaos, diedByThemselves }: Campaign, evidence: Evidence): string {
  const cases = new Map(casesOf(evidence.seen).map((one) => [one.charge.orderId, one]))
  const broken = [duplicates, losses, stuck].map((rule) => rule(evidence))
  const strikes = saboteur.strikes()
  const faults = [...new Set(plan.scenarios.map(({ cell }) => cell?.fault ?? 'none'))].sort()
  const rows = faults.map((fault) => {
    const orders = plan.scenarios.filter(({ cell }) => (cell?.fault ?? 'none') === fault).map(({ orderId }) => orderId)
    const own = orders.flatMap((orderId) => cases.get(orderId) ?? [])
    const about = (found: readonly Violation[]) =>
      new Set(found.map(({ orderId }) => orderId ?? '').filter((orderId) => orders.includes(orderId))).size
    return [
      fault,
      fault === 'none' ? '' : (strikes.get(fault) ?? 0),
      orders.length,
      own.filter(({ charge }) => charge.transactionId !== null).length,
      own.filter(isParked).length,
      ...broken.map(about),
    ]
  })
  const kills = [...new Set(plan.kills.map(({ victim }) => victim))].sort().map((victim) => {
    const own = chaos.kills.filter((kill) => kill.victim === victim)
    const unanswered = own.reduce((sum, kill) => sum + kill.unanswered, 0)
    return `kill -9 ${victim}: ${own.length} times, ${unanswered} sellers waiting for their answer`
  })
  const answers = tally(sales.flatMap((sale) => sale.answers))
  const ends = tally(sales.flatMap(({ told }) => told.map(({ outcome }) => outcome)))
  const died = diedByThemselves.length === 0 ? [] : [`ended by themselves: ${diedByThemselves.join(', ')}`]
  const sellers = [`answers to sellers: ${answers}`, `what they ended with: ${ends}`]
  return [...table([COLUMNS, ...rows]), ...kills, ...sellers, ...died].join('\n')
}

function tally(words: readonly string[]): string {
  const distinct = [...new Set(words)].sort()
  return distinct.map((word) => `${words.filter((one) => one === word).length} x ${word}`).join(', ')
}

function table(rows: readonly (readonly (string | number)[])[]): string[] {
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)))
  return rows.map((row) =>
    row
      .map((value, column) => {
        const text = String(value)
        return column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)
      })
      .join('  '),
  )
}
