/** People at their desk: they look into the provider's own books, say what became of a movement, try again, or give it up. */
import type { Sandbox } from '../support/sandbox-client.ts'
import { whatBecame } from './answers.ts'
import { madeBy } from './asking.ts'
import type { Campaign, Evidence } from './campaign.ts'
import type { Observation } from './observe.ts'
import { DUE_WITHDRAWAL } from './terrain.ts'
import { type Deed, untilFound, type World } from './world.ts'

interface Attempt {
  id: string
  state: string
  provider: string
}

/** An operator's word about a movement. */
export interface Decision {
  workflowId: string
  action: 'retry' | 'cancel' | 'resolve'
  body?: { outcome: 'notCreated' } | ({ outcome: 'created' } & Made)
}

/** What the books have. */
interface Made {
  transactionId: string
  status?: string | undefined
}

type Call = Pick<Campaign['product'], 'call'>

/** @returns the status of the answer, or what went wrong on the way. */
async function decide(product: Call, { workflowId, action, body }: Decision): Promise<string> {
  const path = `/v1/operations/${encodeURIComponent(workflowId)}/${action}`
  return whatBecame(product.call('POST', path, body))
}

/** Says of a charge whose answer was lost that nothing was made, though something was. */
export async function misjudge(world: World, deed: Deed): Promise<void> {
  const id = deed.asked && madeBy(deed.asked)
  if (!id) return
  const asks = await untilFound(world, async () => {
    const { body } = await world.product.call<{ attentionReasons: string[] }>('GET', `/v1/charges/${id}`)
    return body.attentionReasons.includes('unknownOutcome') ? true : undefined
  })
  if (!asks) return
  const word = await decide(world.product, {
    workflowId: `charge/${id}`,
    action: 'resolve',
    body: { outcome: 'notCreated' },
  })
  deed.notes.push(`misjudged: ${word}`)
}

/** Says of the charge's dispute that the bank has decided for the buyer. */
export async function loseDispute(world: World, deed: Deed): Promise<void> {
  const id = deed.asked && madeBy(deed.asked)
  if (!id) return
  const dispute = await untilFound(world, async () => {
    type Disputes = { data: { id: string; state: string }[] }
    const { body } = await world.product.call<Disputes>('GET', `/v1/disputes?chargeId=${id}`)
    return body.data.find(({ state }) => state === 'OPEN')
  })
  if (!dispute) return
  const { status } = await world.product.call('POST', `/v1/disputes/${dispute.id}/resolve`, {
    state: 'LOST',
    note: 'The bank has written so.',
  })
  deed.notes.push(`lost: ${status}`)
}

/** Decides about everything that asks with good reason, each as its number says; @returns how many. */
export async function decideAll({ product, approve, deeds }: Campaign, { seen, verdicts }: Evidence): Promise<number> {
  const asking = deeds.filter(({ life }) => {
    const verdict = verdicts.get(life.index)
    return verdict?.asks === true && !verdict.asksNeedlessly
  })
  const decisions = await Promise.all(asking.map((deed) => decisionsOf(product, deed, seen)))
  const all = decisions.flat()
  const unapproved = asking.flatMap(({ life }) =>
    life.kind === 'withdrawal' && life.approval === 'given' ? life.key : [],
  )
  const waiting = seen.withdrawals.filter(
    ({ withdrawReference, attentionReasons }) =>
      unapproved.includes(withdrawReference ?? '') && attentionReasons.includes('awaitsApproval'),
  )
  for (const { id, withdrawReference } of waiting) {
    const deed = deeds.find(({ life }) => life.key === withdrawReference)
    deed?.notes.push(`approved again: ${await approve(id)}`)
  }
  for (const { deed, decision } of all) {
    deed.notes.push(
      `${[decision.action, decision.body?.outcome].filter(Boolean).join(' ')}: ${await decide(product, decision)}`,
    )
  }
  return all.length + waiting.length
}

interface Decided {
  deed: Deed
  decision: Decision
}

const DOUBTS = ['unknownOutcome', 'noConfirmation', 'amountMismatch']

async function decisionsOf(product: Call, deed: Deed, seen: Observation): Promise<Decided[]> {
  const { life } = deed
  const isDoubtful = ({ attentionReasons }: { attentionReasons: readonly string[] }) =>
    attentionReasons.some((reason) => DOUBTS.includes(reason))
  if (life.kind === 'withdrawal') {
    return seen.withdrawals
      .filter((row) => row.withdrawReference === life.key && row.status === 'PENDING' && isDoubtful(row))
      .flatMap(({ id }) => {
        const made = seen.books.withdrawals.find(({ amount }) => amount === life.amount)
        // While the bank has not decided, there is nothing to say.
        if (made?.stage === 'pending') return []
        const status = made && DUE_WITHDRAWAL[made.stage][0]
        return [{ deed, decision: drawn(life.index, `withdrawal/${id}`, made && { transactionId: made.id, status }) }]
      })
  }
  if (life.kind !== 'charge') return []
  const charges = seen.charges.filter(
    (row) => row.orderId === life.key && row.status === 'PENDING' && row.transactionId === null && isDoubtful(row),
  )
  return Promise.all(
    charges.map(async ({ id }) => {
      const made = await madeFor(product, id, seen.books.transactions)
      return {
        deed,
        decision: drawn(life.index, `charge/${id}`, made === undefined ? undefined : { transactionId: made }),
      }
    }),
  )
}

/** What the provider has under the reference of an attempt that was not answered. */
async function madeFor(
  product: Call,
  chargeId: string,
  transactions: Awaited<ReturnType<Sandbox['transactions']>>,
): Promise<string | undefined> {
  const { body } = await product.call<{ data: Attempt[] }>('GET', `/v1/charges/${chargeId}/attempts`)
  const references = body.data.filter(({ state }) => state === 'sending').map(({ id }) => id.replaceAll('-', ''))
  return transactions.find(({ reference }) => references.includes(reference))?.id
}

/** Some try once more or give it up; the others tell what they have seen. */
function drawn(index: number, workflowId: string, made: Made | undefined): Decision {
  if (index % 5 === 0) return { workflowId, action: 'retry' }
  if (index % 5 === 1) return { workflowId, action: 'cancel' }
  if (made === undefined) return { workflowId, action: 'resolve', body: { outcome: 'notCreated' } }
  return { workflowId, action: 'resolve', body: { outcome: 'created', ...made } }
}
