/** Nobody means a body nested deeper than this, and what walks a value by recursion overflows at some thousands. */
import fp from 'fastify-plugin'
import { problem } from '../../problem.ts'

const MAX_DEPTH = 64

export default fp(async (app) => {
  app.addHook('preValidation', async ({ body }) => {
    if (isDeep(body))
      throw problem('malformed_request', { detail: `The body is nested deeper than ${MAX_DEPTH} levels` })
  })
})

function isDeep(body: unknown): boolean {
  let level: unknown[] = [body]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true
    level = level.flatMap((value) => (isNest(value) ? Object.values(value) : []))
  }
  return false
}

/** A file has no levels, and walked byte by byte it holds up everybody for seconds. */
const isNest = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)
