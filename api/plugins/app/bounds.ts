/** No legitimate body exceeds these bounds. Code that walks a body may recurse, or compare each element with every other. */
import fp from 'fastify-plugin'
import { problem } from '../../problem.ts'

const MAX_DEPTH = 64
/** Of a list or an object. Temporal Web has up to this many payloads decoded at once. */
const MAX_MEMBERS = 1000

export default fp(async (app) => {
  app.addHook('preValidation', async ({ body }) => {
    const detail = brokenBound(body)
    if (detail) throw problem('malformed_request', { detail })
  })
})

function brokenBound(body: unknown): string | undefined {
  let level: unknown[] = [body]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return `The body is nested deeper than ${MAX_DEPTH} levels`
    const nests = level.filter(isNest).map((nest) => Object.values(nest))
    if (nests.some(({ length }) => length > MAX_MEMBERS))
      return `A list or an object of the body has more than ${MAX_MEMBERS} members`
    level = nests.flat()
  }
}

/** A file has no levels, and walked byte by byte it holds up everybody for seconds. */
const isNest = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)
