/**
 * Answers are written by functions that are compiled from their schemas: once for each schema, since hundreds of routes can answer with the
 * same problems, and when it is first answered with.
 */
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { whenFirstUsed } from './when-first-used.ts'

export const buildSerializer: ReturnType<typeof SerializerSelector> = (sharedSchemas, options) => {
  const compile = SerializerSelector()(sharedSchemas, options)
  const known = new Map<unknown, ReturnType<typeof compile>>()
  return (route) => {
    const which = sharedName(route.schema) ?? route.schema
    const serialize = known.get(which) ?? whenFirstUsed(() => compile(route))
    known.set(which, serialize)
    return serialize
  }
}

/** Of a schema that is nothing but a reference to a shared one. Any other may have parts of its own with the same name. */
function sharedName(schema: unknown): unknown {
  const [[key, value] = [], ...others] = Object.entries(schema as object)
  return key === '$ref' && others.length === 0 ? value : undefined
}
