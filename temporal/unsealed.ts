/**
 * A payload from Temporal without our seal. Any client that can reach Temporal can send one, so it is marked, and the worker's interceptors
 * accept it only as an operator's signal. Pure, because it is part of the workflows' bundle.
 */
export const UNSEALED = 'trilho/unsealed'

export interface Unsealed {
  readonly [UNSEALED]: unknown
}

export function isUnsealed(value: unknown): value is Unsealed {
  return typeof value === 'object' && value !== null && UNSEALED in value
}
