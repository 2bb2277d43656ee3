/** Adapters are pure: whatever would make the same input yield other bytes is taken away while they run. */
import { afterAll, beforeAll, vi } from 'vitest'

export function poisonImpurity(): void {
  const refuse = (name: string) => () => {
    throw new Error(`An adapter used ${name}`)
  }
  beforeAll(() => {
    vi.stubGlobal('fetch', refuse('fetch'))
    vi.spyOn(Date, 'now').mockImplementation(refuse('Date.now'))
    vi.spyOn(Math, 'random').mockImplementation(refuse('Math.random'))
    vi.spyOn(crypto, 'randomUUID').mockImplementation(refuse('crypto.randomUUID'))
  })
  afterAll(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
}
