/**
 * Answers are written by functions that are compiled from their schemas: once for each schema, since hundreds of routes can answer with the
 * same problems, and when it is first answered with. They are the process's: all its apps have the same schemas.
 */
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { whenFirstUsed } from './when-first-used.ts'

type Compile = ReturnType<ReturnType<typeof SerializerSelector>>

const ofShared = new Map<unknown, ReturnType<Compile>>()
const ofOthers = new WeakMap<object, ReturnType<Compile>>()

export const buildSerializer: ReturnType<typeof SerializerSelector> = (sharedSchemas, options) => {
  const compile = SerializerSelector()(sharedSchemas, options)
  return (route) => {
    const schema = route.schema as object
    const name = sharedName(schema)
    const serialize =
      (name === undefined ? ofOthers.get(schema) : ofShared.get(name)) ?? whenFirstUsed(() => compile(route))
    if (name === undefined) ofOthers.set(schema, serialize)
    else ofShared.set(name, serialize)
    return serialize
  }
}

/** Of a schema that is nothing but a reference to a shared one. Any other may have parts of its own with the same name. */
function sharedName(schema: object): unknown {
  const [[key, value] = [], ...others] = Object.entries(schema)
  return key === '$ref' && others.length === 0 ? value : undefined
}
