/** A receiver's life: the seller asks for a sub-account, and its provider opens it. */
import { PROVIDER_DATA, RECEIVER } from '../support/receivers.ts'
import { ask, askOnceMore } from './asking.ts'
import type { ReceiverLife } from './plan.ts'
import { arm, type Deed, emailOf, killMeanwhile, type World } from './world.ts'

export async function liveReceiver(world: World, deed: Deed, life: ReceiverLife): Promise<void> {
  await arm(world, deed, () => true)
  const { key, provider, servers, again, givesUp } = life
  const body = {
    ...RECEIVER,
    email: emailOf(life),
    providerAccountId: world.accounts.get(provider),
    providerData: PROVIDER_DATA,
  }
  const asked = ask(world, { key, path: '/v1/receivers', body, servers, again, givesUp })
  deed.asked = asked
  await Promise.all([askOnceMore(world, asked), killMeanwhile(world, deed)])
}
