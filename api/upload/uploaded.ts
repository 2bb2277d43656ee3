import type { FastifyInstance } from 'fastify'
import { beginsAs, FIRST_BYTES } from '../../domain/file-beginning.ts'
import { fileTypeOf } from '../../storage/file-types.ts'
import { MAX_FILE_BYTES } from '../../storage/storage.ts'
import { broken, unavailable } from '../problem.ts'
import { folderOf } from './folders.ts'

/**
 * A private file that the platform has sent for this purpose, by the address that its upload named.
 * @param path of the field that names it.
 * @returns the file's key.
 * @throws ApiProblem as `assertUploaded` does, and 422 for any other address.
 */
export async function uploadedFor(
  app: FastifyInstance,
  platformId: string,
  purpose: string,
  { url, path }: { url: string; path: string },
): Promise<string> {
  const key = app.storage.keyOf(url)
  if (!key?.startsWith(`${folderOf(platformId, purpose)}/`)) {
    throw broken(path, 'upload', `is no file that this platform has uploaded: the purpose of the upload is ${purpose}`)
  }
  await assertUploaded(app, key, path)
  return key
}

/**
 * Looks at the beginning of the file that was sent to an upload's address: an address is not proof that anything came.
 * @param path of the field that names it.
 * @throws ApiProblem 422 when there is none, or it is of another type than it was called; 503 when the store does not answer.
 */
export async function assertUploaded(
  { storage, log }: Pick<FastifyInstance, 'storage' | 'log'>,
  key: string,
  path: string,
): Promise<void> {
  const file = await storage.beginning(key, FIRST_BYTES).catch((error: unknown) => {
    log.warn({ err: error }, 'The file store did not answer')
    throw unavailable('The file store')
  })
  const type = fileTypeOf(key)
  if (!file || file.size > MAX_FILE_BYTES) throw broken(path, 'upload', 'has no file yet, or has one that is too big')
  if (!type || !beginsAs(file.bytes, type)) throw broken(path, 'fileType', `is not the ${type} that it was called`)
}
