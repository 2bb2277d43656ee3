/** Half of a character (a lone surrogate) is no text: the database would keep another sign, and two ids would become one. */
import fp from 'fastify-plugin'
import { problem } from '../../problem.ts'

export default fp(async (app) => {
  app.addHook('preValidation', async ({ body, query }) => {
    if (isBroken(body) || isBroken(query)) {
      throw problem('malformed_request', { detail: 'A text holds half of a character' })
    }
  })
})

function isBroken(value: unknown): boolean {
  if (typeof value === 'string') return !value.isWellFormed()
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false
  return Object.entries(value).some(([name, inner]) => !name.isWellFormed() || isBroken(inner))
}
