/** The second person: looks at what waits for an approval, and says yes or no, again where the word was lost. */
import type { Withdrawal } from '../../api/schemas/withdrawal.ts'
import type { TestProduct } from '../support/product.ts'
import { whatBecame } from './answers.ts'
import { madeBy } from './asking.ts'
import type { WithdrawalLife } from './plan.ts'
import { type Deed, untilFound, type World } from './world.ts'

/** Approves the withdrawal; @returns the status of the answer, or what went wrong on the way. */
export type Approver = (withdrawalId: string) => Promise<string>

const PERSON = { name: 'Ana', email: 'ana.approves@example.com', password: 'a second pair of eyes', role: 'operator' }
const ANSWER_TIMEOUT_MS = 30_000

/** An operator of the platform, signed in: a key never approves. @throws Error when they cannot sign in. */
export async function signInApprover({ addresses, call }: TestProduct): Promise<Approver> {
  const { status } = await call('POST', '/v1/users', PERSON)
  const { email, password } = PERSON
  const signedIn = await call('POST', '/v1/auth/sign-in', { email, password })
  if (status !== 201 || signedIn.status >= 300)
    throw new Error(`The approver cannot sign in: ${status}, ${signedIn.status}`)
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  return (withdrawalId) => {
    const answer = fetch(`${addresses.app}/v1/operations/withdrawal%2F${withdrawalId}/resolve`, {
      method: 'POST',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ outcome: 'approved' }),
    })
    return whatBecame(answer.then(async (heard) => ({ status: heard.status, body: await heard.json() })))
  }
}

export async function decideApproval(world: World, deed: Deed, { approval, amount }: WithdrawalLife): Promise<void> {
  if (approval === null || !deed.asked) return
  await deed.asked.done
  const id = madeBy(deed.asked)
  if (!id) return
  const decide = approval === 'given' ? world.approve : (withdrawalId: string) => refuse(world.product, withdrawalId)
  let isDecided = false
  await untilFound(world, async () => {
    const { body } = await world.product.call<Withdrawal>('GET', `/v1/withdrawals/${id}`)
    const isSent = (await world.withdrawalsOf(amount)).length > 0
    if (isSent && !isDecided) deed.isEarly = true
    if (isSent || body.status !== 'PENDING') return true
    if (!body.attentionReasons.includes('awaitsApproval')) return undefined
    // What is answered too late to be heard may have been done.
    isDecided = true
    deed.notes.push(`${approval}: ${await decide(id)}`)
    return undefined
  })
}

const refuse = ({ call }: Pick<TestProduct, 'call'>, id: string) =>
  whatBecame(call('POST', `/v1/operations/withdrawal%2F${id}/cancel`))
