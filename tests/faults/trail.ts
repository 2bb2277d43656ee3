/** What happened to the charges that break an invariant, for whoever has to find out why. */
import { asc, eq } from 'drizzle-orm'
import { chargeEvents } from '../../db/schema/index.ts'
import type { Campaign } from './campaign.ts'
import type { Violation } from './invariants.ts'

const MAX_TRAILS = 8
const NOBODY = '00000000-0000-0000-0000-000000000000'

export async function trailOf({ evidence, database, sales }: Campaign, broken: readonly Violation[]): Promise<string> {
  const { seen } = await evidence()
  const orders = [...new Set(broken.flatMap(({ orderId }) => orderId ?? []))].slice(0, MAX_TRAILS)
  const trails = orders.map(async (orderId) => {
    const sale = sales.find(({ scenario }) => scenario.orderId === orderId)
    const charge = seen.charges.find((one) => one.orderId === orderId)
    const attempts = seen.attempts.filter(({ chargeId }) => chargeId === charge?.id)
    const events = await database.writer
      .select()
      .from(chargeEvents)
      .where(eq(chargeEvents.chargeId, charge?.id ?? NOBODY))
      .orderBy(asc(chargeEvents.at))
    return [
      `${orderId}: ${JSON.stringify(sale?.scenario)}`,
      `  answers: ${sale?.answers.join(', ')}; told: ${JSON.stringify(sale?.told)}`,
      `  charge: ${charge?.id} ${charge?.status} attention ${charge?.attention} transaction ${charge?.transactionId}`,
      ...attempts.map((attempt) => {
        const exchange = attempt.exchange.map(
          ({ at, method, url, status, error }) => `${at} ${method} ${url} ${status ?? error}`,
        )
        const { number, provider, state, outcome, errorKind, errorMessage } = attempt
        return `  attempt ${number} at ${provider}: ${state} ${outcome} ${errorKind} ${errorMessage}\n    ${exchange.join('\n    ')}`
      }),
      ...events.map(
        ({ at, type, to, cause, detail }) => `  ${at} ${type} ${to ?? ''} ${cause} ${JSON.stringify(detail)}`,
      ),
    ].join('\n')
  })
  return [...broken.map(({ text }) => text), ...(await Promise.all(trails))].join('\n')
}
