/** The console's own pages of test mode ask below /test/v1: an address says its mode, so two tabs do not change each other's. */
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { withoutWorkplace } from '../../access/workplace.ts'
import { openTestMode } from '../../test-mode/open.ts'

const TEST_PATH = /^\/test(?=\/v1\/)/

/** For Fastify's `rewriteUrl`: the routes are the same. */
export const withoutModePath = ({ url = '/' }: { url?: string | undefined }): string =>
  withoutWorkplace(url).replace(TEST_PATH, '')

export const asksForTest = ({ originalUrl }: FastifyRequest): boolean => TEST_PATH.test(withoutWorkplace(originalUrl))

declare module 'fastify' {
  interface FastifyInstance {
    /** The platform's test twin, opened when it is first asked for. @throws as openTestMode. */
    testTwinFor(liveId: string): Promise<string>
  }
}

export default fp(
  async (app) => {
    /** A twin that is open stays so. */
    const open = new Map<string, string>()
    app.decorate('testTwinFor', async (liveId) => {
      const known = open.get(liveId)
      if (known !== undefined) return known
      const twinId = await openTestMode(app, liveId)
      open.set(liveId, twinId)
      return twinId
    })
  },
  { name: 'test-mode' },
)
