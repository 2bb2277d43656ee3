/** What TRANSFEERA has given back of each Pix that has arrived: asked for by us, or made in its dashboard. */
import { Type } from 'typebox'
import { cents } from '../../../domain/money.ts'
import { ProviderError } from '../../../domain/provider-error.ts'
import type { Steps } from '../../contract.ts'
import { inReais, readAmount } from '../../kit/amounts.ts'
import { Anything } from '../../kit/schemas.ts'
import { path, type Wire } from '../../kit/wire.ts'
import { GONE_BACK } from './wire.ts'

/** A completed return has the bank's own id; one with an error gives nothing back. */
const Returns = Type.Object({
  entries: Type.Array(Type.Object({ value: Anything, return_id: Anything, error_code: Anything })),
})

interface Arrived {
  readonly end2end_id: string
  readonly value?: number | null
}

/**
 * What has gone back of a Pix for good, and the word where that is all of it. Empty where the list cannot be read now, which is
 * left to the next reading: the Pix has arrived all the same.
 */
export function* goneBack(arrived: Arrived | undefined, wire: Wire): Steps<{ returned?: number; rawStatus?: string }> {
  const came = arrived && cameWith(arrived)
  if (arrived === undefined || came === undefined) return {}
  const made = yield* listedOf(arrived, wire)
  const sums = made?.filter(({ return_id }) => return_id).map(({ value }) => readAmount(inReais, Number(value)))
  if (!sums?.every((sum) => sum !== undefined)) return {}
  const back = totalOf(sums)
  const returned = inReais.write(back)
  return back > 0 && back >= came ? { returned, rawStatus: GONE_BACK } : { returned }
}

/** The Pix of which something is left: what is on its way back is taken from it already. */
export function* thatHold<Pix extends Arrived>(arrived: readonly Pix[], wire: Wire): Steps<Pix[]> {
  const holding: Pix[] = []
  for (const one of arrived) {
    const back = totalOf((yield* allOf(one, wire)).map(({ value }) => readAmount(inReais, Number(value)) ?? cents(0)))
    const came = cameWith(one)
    if (came === undefined || back < came) holding.push(one)
  }
  return holding
}

function* listedOf(arrived: Arrived, wire: Wire) {
  try {
    return yield* allOf(arrived, wire)
  } catch (error) {
    if (error instanceof ProviderError) return undefined
    throw error
  }
}

function* allOf({ end2end_id }: Arrived, wire: Wire) {
  const { entries } = yield* wire.get(path`/pix/cashin/${end2end_id}/refund`, Returns)
  return entries.filter(({ error_code }) => !error_code)
}

const cameWith = ({ value }: Arrived) => (value == null ? undefined : readAmount(inReais, value))

const totalOf = (sums: readonly number[]) => cents(sums.reduce((total, sum) => total + sum, 0))
