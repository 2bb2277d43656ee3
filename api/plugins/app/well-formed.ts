/**
 * Half of a character (a lone surrogate) is no text: the database would keep another sign, and two ids would become one. A character that
 * is not seen makes one name look like another. A prototype's name would be no field once an object is copied. What providers send is
 * text that was not parsed, and is taken as it is.
 */
import fp from 'fastify-plugin'
import { HIDDEN_CHARACTER, hiddenCharacters } from '../../../domain/hidden-characters.ts'
import { pointerPart } from '../../../domain/pointer.ts'
import { problem } from '../../problem.ts'

const PROTOTYPES_NAME = { rule: 'forbiddenName', message: 'cannot be the name of a field' } as const

export default fp(async (app) => {
  app.addHook('preValidation', async ({ body, query }) => {
    if (isBroken(body) || isBroken(query)) {
      throw problem('malformed_request', { detail: 'A text holds half of a character' })
    }
    if (typeof body !== 'object' || ArrayBuffer.isView(body)) return
    const errors = [
      ...prototypesNames(body).map((path) => ({ path, ...PROTOTYPES_NAME })),
      ...hiddenCharacters(body).map((path) => ({ path, ...HIDDEN_CHARACTER })),
    ]
    if (errors.length > 0) throw problem('malformed_request', { errors })
  })
})

function isBroken(value: unknown): boolean {
  if (typeof value === 'string') return !value.isWellFormed()
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false
  return Object.entries(value).some(([name, inner]) => !name.isWellFormed() || isBroken(inner))
}

/** JSON Pointers of the names `__proto__` and, of a constructor, `prototype`. */
function prototypesNames(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const place = `${path}/${pointerPart(name)}`
    const isForbidden = name === '__proto__' || (name === 'prototype' && path.endsWith('/constructor'))
    return isForbidden ? [place] : prototypesNames(inner, place)
  })
}
