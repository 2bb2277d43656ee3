/**
 * What came from Temporal without our seal. Whoever reaches Temporal can send such a payload, so it is kept apart from ours, and the
 * worker's interceptors take it for an operator's signal and for nothing else. Pure: it is part of the workflows' bundle.
 */
export const UNSEALED = 'trilho/unsealed'

export interface Unsealed {
  readonly [UNSEALED]: unknown
}

export function isUnsealed(value: unknown): value is Unsealed {
  return typeof value === 'object' && value !== null && UNSEALED in value
}
