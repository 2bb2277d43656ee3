/** The campaign in a table, and the trail of what went wrong, for a person. */
import type { Client } from '@temporalio/client'
import type { WebhookEvent } from '../../api/schemas/webhook-event.ts'
import type { Campaign, Evidence } from './campaign.ts'
import { isCrowded, isUntouched } from './judge-asks.ts'
import { lookable } from './judge-losses.ts'
import { FAILINGS } from './verdict.ts'
import type { Deed } from './world.ts'

const MAX_TRAILS = 12
const LONGEST_LINE = 1_500

export function summarize(
  { plan, deeds, saboteur, chaos, crowding, diedByThemselves, tookMs }: Campaign,
  evidence: Evidence,
): string {
  const { verdicts, violations } = evidence
  const strikes = saboteur.strikes()
  const faultsOf = ({ life }: Deed) => (life.cells.length === 0 ? ['none'] : life.cells.map(({ fault }) => fault))
  const faults = [...new Set(deeds.flatMap(faultsOf))].sort()
  const rows = faults.map((fault) => {
    const own = deeds.filter((deed) => faultsOf(deed).includes(fault))
    const asks = own.filter(({ life }) => verdicts.get(life.index)?.asks).length
    const found = violations.filter(({ index }) => own.some(({ life }) => life.index === index))
    const struck = fault === 'none' ? '' : (strikes.get(fault as never) ?? 0)
    return [
      fault,
      struck,
      own.length,
      asks,
      ...FAILINGS.map((failing) => found.filter((one) => one.failing === failing).length),
    ]
  })
  const kills = [...new Set(plan.kills.map(({ victim }) => victim))].sort().map((victim) => {
    const own = chaos.kills.filter((kill) => kill.victim === victim)
    const unanswered = own.reduce((sum, kill) => sum + kill.unanswered, 0)
    return `kill -9 ${victim}: ${own.length} times, ${unanswered} sellers waiting for their answer`
  })
  const kinds = tally(deeds.map(({ life }) => `${life.kind} ${'method' in life ? life.method : ''}`.trim()))
  const ends = tally(deeds.flatMap(({ asked }) => asked?.told.map(({ outcome }) => outcome) ?? []))
  const needless = deeds.filter(({ life }) => verdicts.get(life.index)?.asksNeedlessly)
  const tellable = deeds.filter((deed) => verdicts.get(deed.life.index)?.isTellable)
  const roomy = tellable.filter((deed) => !isCrowded(deed, crowding))
  const untouched = deeds.filter((deed) => isUntouched(deed, chaos.kills))
  const looks = lookable(deeds, evidence.seen, { kills: chaos.kills, crowding })
    .map(({ loss: { at }, knownAt }) => (knownAt ?? Number.POSITIVE_INFINITY) - at)
    .toSorted((one, other) => one - other)
  const at = (share: number) => `${((looks[Math.ceil(looks.length * share) - 1] ?? 0) / 1000).toFixed(2)} s`
  const asked = deeds.filter(({ life }) => verdicts.get(life.index)?.asks)
  const perMinute = (deeds.length / tookMs) * 60_000
  return [
    ...table([['fault', 'struck', 'lives', 'asks', ...FAILINGS], ...rows]),
    ...kills,
    `struck at: ${[...saboteur.struck()]
      .map(([operation, times]) => `${operation} ${times}`)
      .sort()
      .join(', ')}`,
    `${kinds}; ${deeds.flatMap(({ refunds }) => refunds).length} refunds`,
    `what sellers ended with: ${ends}`,
    ...(diedByThemselves.length === 0 ? [] : [`ended by themselves: ${diedByThemselves.join(', ')}`]),
    `${looks.length} of ${evidence.seen.losses.length} lost answers are timed, and looked up or told of within ${at(0.5)} (half of them), ${at(0.99)} (99 %), ${at(1)} (all)`,
    `policies: ${Object.values(plan.policies).join(', ')}; PostgreSQL ${plan.losesLastSecond ? 'loses its last second' : 'keeps what it has'}; what follows an end is ${plan.readsAfterEnd ? 'read soon' : 'told by notices alone'}`,
    `${asked.length} lifecycles ask an operator; a provider could tell of ${tellable.length}, ${roomy.length} of them while the machine had room; nothing went wrong with ${untouched.length}`,
    `${violations.length} rules broken, ${needless.length} asked needlessly${needless.length > 0 ? ` (${needless.map(({ life }) => life.key).join(', ')})` : ''}; ${perMinute.toFixed(0)} lifecycles per minute, ${crowding.average().toFixed(1)} threads wanting each processor (seed ${plan.seed})`,
  ].join('\n')
}

/** What happened to each lifecycle that broke a rule or asks an operator needlessly. */
export async function trailOf(
  { deeds, product, temporal, chaos }: Campaign,
  { seen, violations, verdicts }: Evidence,
): Promise<string> {
  const needless = deeds.filter(({ life }) => verdicts.get(life.index)?.asksNeedlessly).map(({ life }) => life.index)
  const indices = [...new Set([...violations.flatMap(({ index }) => index ?? []), ...needless])].slice(0, MAX_TRAILS)
  const told = async (path: string, inShort = (one: object) => one) =>
    product.call<{ data?: object[] }>('GET', path).then(
      ({ body }) => (body.data ?? []).map((one) => `    ${JSON.stringify(inShort(one)).slice(0, LONGEST_LINE)}`),
      (error: Error) => [error.message],
    )
  const trails = indices.map(async (index) => {
    const deed = deeds.find(({ life }) => life.index === index)
    if (!deed) return ''
    const { life, asked, refunds, acted, notes } = deed
    const own = [
      ...seen.charges.filter(({ orderId }) => orderId === life.key),
      ...seen.withdrawals.filter(({ withdrawReference }) => withdrawReference === life.key),
    ]
    const given = seen.refunds.filter(({ chargeId }) => own.some(({ id }) => id === chargeId))
    const paths = [...own.map(({ id }) => `/v1/${life.kind}s/${id}`), ...given.map(({ id }) => `/v1/refunds/${id}`)]
    const journals = await Promise.all(
      paths.map(async (path) => [`  ${path}`, ...(await told(`${path}/events`)), ...(await told(`${path}/attempts`))]),
    )
    const notices = await Promise.all(
      own.map(({ id }) => told(`/v1/webhook-events?${life.kind}Id=${id}`, noticeInShort)),
    )
    const booked = [...seen.books.transactions, ...seen.books.withdrawals].filter(
      ({ amount }) => amount === life.amount,
    )
    const said = product.output().split('\n')
    const rows = own.map(
      ({ id, status, attentionReasons, failureMessage }) => `${id} ${status} ${attentionReasons} ${failureMessage}`,
    )
    return [
      `${life.key}: ${JSON.stringify(life)}`,
      `  answers: ${asked?.answers.join(', ')}; told: ${JSON.stringify(asked?.told)}`,
      ...refunds.map(
        ({ answers, told, body }) => `  refund ${JSON.stringify(body)}: ${answers} ${JSON.stringify(told)}`,
      ),
      `  acted: ${acted}; notes: ${notes}; ours: ${rows.join('; ')}`,
      ...journals.flat(),
      ...notices.flat(),
      ...booked.map((one) => `  booked: ${JSON.stringify(one).slice(0, LONGEST_LINE)}`),
      ...said
        .filter((line) => own.some(({ id }) => line.includes(id)))
        .map((line) => `  ${line.slice(0, LONGEST_LINE)}`),
      ...(await Promise.all([...own, ...given].map(({ workflow }) => underWay(temporal, workflow.workflowId)))),
    ].join('\n')
  })
  const deaths = chaos.kills.map(({ victim, from, until }) => `${victim} ${time(from)} to ${time(until ?? Date.now())}`)
  if (indices.length === 0) return violations.map(({ text }) => text).join('\n')
  return [...violations.map(({ text }) => text), `dead: ${deaths.join(', ')}`, ...(await Promise.all(trails))].join(
    '\n',
  )
}

const noticeInShort = (one: object) => {
  const { receivedAt, deliveredAt, state, rawStatus, detail } = one as WebhookEvent
  return { receivedAt, deliveredAt, state, rawStatus, detail }
}

const time = (moment: number) => new Date(moment).toISOString().slice(11, 23)

/** What its workflow waits for at Temporal. */
async function underWay(temporal: Client, workflowId: string): Promise<string> {
  try {
    const { status, raw } = await temporal.workflow.getHandle(workflowId).describe()
    const activities = (raw.pendingActivities ?? []).map(
      ({ activityType, attempt, lastFailure, scheduledTime }) =>
        `${activityType?.name} for the ${attempt}th time, at ${time(Number(scheduledTime?.seconds) * 1_000)}: ${lastFailure?.message}`,
    )
    return `  ${workflowId} ${status.name}: ${activities.join('; ')}`
  } catch (error) {
    return `  ${workflowId}: ${error}`
  }
}

function tally(words: readonly string[]): string {
  const distinct = [...new Set(words)].sort()
  return distinct.map((word) => `${words.filter((one) => one === word).length} x ${word}`).join(', ')
}

function table(rows: readonly (readonly (string | number)[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)))
  return rows.map((row) =>
    row
      .map((value, column) =>
        column === 0 ? String(value).padEnd(widths[0] ?? 0) : String(value).padStart(widths[column] ?? 0),
      )
      .join('  '),
  )
}
