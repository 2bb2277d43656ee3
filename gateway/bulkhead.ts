/** Keeps one slow provider from taking every slot of this process: beyond its share a request is put off, not queued. */
import { ProviderError } from '../domain/provider-error.ts'

export interface Bulkhead {
  /** @throws ProviderError RateLimited when the provider has its share under way; nothing was sent. */
  run<T>(provider: string, send: () => Promise<T>): Promise<T>
}

const RETRY_AFTER_SECONDS = 1

/** @param share how many requests may be under way at one provider at once. */
export function createBulkhead(share: number): Bulkhead {
  const underWay = new Map<string, number>()
  return {
    run: async (provider, send) => {
      const count = underWay.get(provider) ?? 0
      if (count >= share) {
        throw new ProviderError('RateLimited', 'Too many requests to this provider are under way', {
          retryAfter: RETRY_AFTER_SECONDS,
        })
      }
      underWay.set(provider, count + 1)
      try {
        return await send()
      } finally {
        underWay.set(provider, (underWay.get(provider) ?? 1) - 1)
      }
    },
  }
}
