import { MESSAGES } from '../../domain/messages.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import type { Provider } from '../../providers/contract.ts'
import type { Ability } from '../routing/choose.ts'

/** What it takes to act for the receiver that a request names, if it names one. */
export function namedReceiver(receiver: string | undefined): Ability {
  const canAct = ({ capabilities }: Provider) => receiver === undefined || capabilities.receiverTokens
  return {
    obstacle: (provider) => (canAct(provider) ? undefined : 'receiverNotSupported'),
    assertSupports: (provider) => {
      if (!canAct(provider)) throw new ProviderError('NotSupported', MESSAGES.methodNotImplemented)
    },
  }
}
