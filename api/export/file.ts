/** The address of an export's file, and what it gives: the parts, one after the other, of which none is held whole. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ExportRow } from '../../db/queries/export/exports.ts'
import { type ObjectStorage, SIGNED_SECONDS } from '../../storage/storage.ts'
import { getFile } from '../../storage/transfer.ts'

export interface Signed {
  publicUrl: string
  /** 32 bytes. */
  signingKey: Buffer
}

export function signFile({ publicUrl, signingKey }: Signed, exportId: string) {
  const expiresAt = Date.now() + SIGNED_SECONDS * 1000
  const url = new URL(`${publicUrl}/v1/exports/${exportId}/file`)
  url.searchParams.set('expires', String(expiresAt))
  url.searchParams.set('signature', signatureOf(signingKey, exportId, String(expiresAt)))
  return { url: url.toString(), expiresAt: new Date(expiresAt).toISOString() }
}

/** Whether we have signed it, and not longer ago than a minute. Constant time in the signature. */
export function isGranted(signingKey: Buffer, exportId: string, grant: { expires: string; signature: string }) {
  const expected = Buffer.from(signatureOf(signingKey, exportId, grant.expires))
  const given = Buffer.from(grant.signature)
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  return isOurs && Number(grant.expires) > Date.now()
}

function signatureOf(signingKey: Buffer, exportId: string, expires: string): string {
  return createHmac('sha256', signingKey).update(`export\n${exportId}\n${expires}`).digest('base64url')
}

export async function* bytesOf(storage: ObjectStorage, { parts }: Pick<ExportRow, 'parts'>): AsyncGenerator<Buffer> {
  for (const key of parts) yield await getFile(storage, key)
}

/** `trilho-charges-2026-03-01.csv`, of the day on which it was asked for. */
export const fileNameOf = (
  { resource, createdAt }: Pick<ExportRow, 'resource' | 'createdAt'>,
  dayOf: (at: string) => string,
) => `trilho-${resource}-${dayOf(new Date(createdAt).toISOString())}.csv`
