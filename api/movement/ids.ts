/** The ids of what a request makes. See docs/decisions/0261-a-key-names-its-movement.md */
import { uuidv7 } from 'uuidv7'
import { namedId } from '../../db/attempt-ids.ts'

export interface Made {
  kind: 'charge' | 'refund' | 'withdrawal' | 'receiver'
  /** Unique on the platform for ever: it names what is made, whatever the key. */
  reference?: string | undefined
}

/** The id that follows `n` spent ones. */
export type IdAt = (n: number) => string

/** What a request calls what it makes. */
interface Called {
  /** With its scope. */
  key: string | undefined
  /** The request's hash, where a later request has it too. */
  requestHash?: string | undefined
}

/**
 * Drawn where the request names nothing. A key that was given back and is used for another request names something else: the first
 * one's start, which was thought lost, may still arrive.
 */
export function idsOf({ kind, reference }: Made, platformId: string, { key, requestHash }: Called): IdAt {
  if (reference !== undefined) return (n) => namedId(platformId, `${kind}/reference/${reference}`, n)
  if (key === undefined) return drawnId
  const name = requestHash === undefined ? key : `${key}/${requestHash}`
  return (n) => namedId(platformId, `${kind}/key/${name}`, n)
}

export const drawnId: IdAt = () => uuidv7()

/** The workflow of the id has ended because it found no row, and did nothing: nothing can be made under that id any more. */
export class IdSpent extends Error {
  override readonly name = 'IdSpent'
  readonly id: string

  constructor(id: string) {
    super(`The id ${id} is spent`)
    this.id = id
  }
}

const MOST_SPENT = 100

/** The id after the spent one. @throws Error where that is not among the first hundred. */
export function idAfter(idAt: IdAt, spent: string): string {
  if (idAt === drawnId) return idAt(0)
  for (let n = 0; n < MOST_SPENT; n += 1) if (idAt(n) === spent) return idAt(n + 1)
  throw new Error(`No id follows ${spent}`)
}
