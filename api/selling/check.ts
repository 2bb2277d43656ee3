/** What must hold of products, offers and links beyond the shapes of their fields. */
import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/client.ts'
import type { NoAddress } from '../../db/queries/selling/addresses.ts'
import { findOffer, type OfferRow } from '../../db/queries/selling/offers.ts'
import { brokenTerms, MOST_CHOSEN, UNGUESSABLE_MARK } from '../../domain/selling.ts'
import { fileTypeOf } from '../../storage/file-types.ts'
import { broken, problem } from '../problem.ts'
import type { NewCharge } from '../schemas/charge.ts'
import { publicFolder } from '../upload/folders.ts'
import { assertUploaded } from '../upload/uploaded.ts'

/** 128 random bits, so that it cannot be guessed. */
export const unguessableSlug = () => `${UNGUESSABLE_MARK}${randomBytes(16).toString('base64url')}`

/**
 * Buyers' pages ask no other server for anything, so pictures on them are files of the platform's own.
 * @throws ApiProblem 422 for any other address, and for one at which no picture has come.
 */
export async function assertOwnPicture(
  app: FastifyInstance,
  platformId: string,
  url: string | null | undefined,
  path: string,
): Promise<void> {
  if (url === null || url === undefined) return
  const key = app.storage.keyOf(url)
  const isOwn = key?.startsWith(`${publicFolder(platformId)}/`) && fileTypeOf(key)?.startsWith('image/')
  if (!key || !isOwn) throw broken(path, 'picture', 'is no picture that this platform has uploaded')
  await assertUploaded(app, key, path)
}

/** @throws ApiProblem 422 when the platform has no such offer. */
export async function ownOffer(db: Database, platformId: string, offerId: string): Promise<OfferRow> {
  const offer = await findOffer(db, platformId, offerId)
  if (!offer) throw broken('/offerId', 'offer', 'is no offer of this platform')
  return offer
}

/** @throws ApiProblem 422 for a charge that names an offer which the platform does not make, or breaks its terms. */
export async function assertOffer(db: Database, platformId: string, charge: NewCharge): Promise<void> {
  if (charge.offerId === undefined) return
  const errors = brokenTerms(await ownOffer(db, platformId, charge.offerId), charge)
  if (errors.length > 0) throw problem('rule_broken', { errors })
}

/** @returns the page's row. @throws ApiProblem 422 if it has no address. */
export function addressed<Row extends object | undefined>(row: Row | NoAddress): Row {
  if (row === 'taken') throw broken('/slug', 'taken', 'is the address of another page')
  if (row === 'tooMany') {
    const { live, test } = MOST_CHOSEN
    const message = `a platform chooses ${live} addresses at most, and ${test} in test mode, given up ones too`
    throw broken('/slug', 'maxAddresses', message)
  }
  return row
}

/**
 * What is sold at an address stays what it was: buyers have its page open, and its charges are counted as its sales.
 * @throws ApiProblem 422 for another value than the row's.
 */
export function assertKept<Row extends object>(
  row: Row,
  said: Partial<Row>,
  fields: readonly (keyof Row & string)[],
): void {
  for (const field of fields) {
    if (said[field] === undefined || said[field] === row[field]) continue
    throw broken(`/${field}`, 'fixed', 'cannot be changed: make another one, and pause this one')
  }
}
