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

/** Drawn where the request names nothing. @param key with its scope. */
export function idsOf({ kind, reference }: Made, platformId: string, key: string | undefined): IdAt {
  if (reference !== undefined) return (n) => namedId(platformId, `${kind}/reference/${reference}`, n)
  return key === undefined ? drawnId : (n) => namedId(platformId, `${kind}/key/${key}`, n)
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

/** The id after the spent one, and the first of all if the spent one is not among them. */
export function idAfter(idAt: IdAt, spent: string): string {
  for (let n = 0; n < MOST_SPENT; n += 1) if (idAt(n) === spent) return idAt(n + 1)
  return idAt(0)
}
