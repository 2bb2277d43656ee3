import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'

/** A schema says "too short" or "no e-mail" of an empty field; the form says that it is missing. */
export function nameMissing<T extends object>(errors: T, values: unknown): T {
  const entries = Object.entries(errors).map(([key, error]) => {
    const value = (values as Record<string, unknown> | undefined)?.[key]
    if (typeof error !== 'object' || error === null || key === 'ref') return [key, error]
    if (typeof error.type === 'string') return [key, value === '' ? { ...error, type: 'required' } : error]
    return [key, nameMissing(error, value)]
  })
  // Of a list only some rows are wrong: each error stays at its own.
  return (Array.isArray(errors) ? Object.assign([], Object.fromEntries(entries)) : Object.fromEntries(entries)) as T
}

/** A resolver whose errors tell a missing field from a wrong one. */
export function withMissing<Values extends FieldValues, Context, Output>(
  resolver: Resolver<Values, Context, Output>,
): Resolver<Values, Context, Output> {
  return async (values, context, options) => {
    const result = await resolver(values, context, options)
    if (Object.keys(result.errors).length === 0) return result
    return { values: {}, errors: nameMissing(result.errors as FieldErrors<Values>, values) }
  }
}
