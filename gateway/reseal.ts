/** After a change of the master key: seals every value again with the new key, while the product runs. */
import { randomBytes } from 'node:crypto'
import { type KeyRing, keyId } from '../config/keys.ts'
import { openWithKey, seal, UnreadableSeal } from '../config/seal.ts'
import type { Database } from '../db/client.ts'
import {
  replaceSealed,
  SEALED_PLACES,
  type SealedPlace,
  type SealedRow,
  sealedOtherwise,
} from '../db/queries/sealed.ts'
import { findProvider } from '../providers/index.ts'
import { resealCard } from '../providers/kit/card-vault.ts'
import { cardKeyOf } from './connection.ts'

export interface Resealed {
  place: string
  /** Values sealed with the new key now. */
  resealed: number
  /** Values that another process changed meanwhile. Run it again to see which key they have. */
  changed: number
  /** Values sealed with an unknown key; left as they are. */
  unreadable: number
}

const RANDOM = { bytes: (_label: string, length: number) => randomBytes(length) }

/** Processes every sealed value once. It may be stopped and started again: finished values are skipped. */
export async function reseal(db: Database, sealKey: KeyRing): Promise<Resealed[]> {
  const counts: Resealed[] = []
  for (const place of SEALED_PLACES) counts.push(await resealPlace(db, place, sealKey))
  return counts
}

async function resealPlace(db: Database, place: SealedPlace, sealKey: KeyRing): Promise<Resealed> {
  const count = { place: place.name, resealed: 0, changed: 0, unreadable: 0 }
  let after: readonly string[] | undefined
  do {
    const { rows, next } = await sealedOtherwise(db, place, keyId(sealKey[0]), after)
    for (const row of rows) count[await resealRow(db, place, row, sealKey)] += 1
    after = next
  } while (after)
  return count
}

async function resealRow(
  db: Database,
  place: SealedPlace,
  row: SealedRow,
  sealKey: KeyRing,
): Promise<'resealed' | 'changed' | 'unreadable'> {
  try {
    const again = seal(contentOf(place, row, sealKey), sealKey)
    return (await replaceSealed(db, place, row, again)) ? 'resealed' : 'changed'
  } catch (error) {
    if (error instanceof UnreadableSeal) return 'unreadable'
    throw error
  }
}

/** A card that we store is sealed a second time inside, with a key derived from the same key. */
function contentOf({ table }: SealedPlace, { sealed, provider }: SealedRow, sealKey: KeyRing): string {
  const { plain, key } = openWithKey(sealed, sealKey)
  const isKept = table === 'cards' && provider !== null && findProvider(provider).sealsCards
  return isKept ? resealCard(plain, cardKeyOf(key, provider), cardKeyOf(sealKey[0], provider), RANDOM) : plain
}
