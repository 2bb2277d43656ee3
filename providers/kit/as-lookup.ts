import { ProviderError } from '../../domain/provider-error.ts'
import type { Steps } from '../contract.ts'

/** Only an answered search may say that there is nothing: a 404 on the search itself says nothing. */
export function* asLookup<T>(steps: Steps<T>): Steps<T> {
  try {
    return yield* steps
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'NotFound') throw error
    throw new ProviderError('MalformedResponse', error.message, { cause: error })
  }
}
