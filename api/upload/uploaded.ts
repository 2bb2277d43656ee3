import type { FastifyInstance } from 'fastify'
import { fileTypeOf, isOfType } from '../../storage/file-types.ts'
import { MAX_FILE_BYTES } from '../../storage/storage.ts'
import { broken, unavailable } from '../problem.ts'

/** By them each type is told from the others. */
const FIRST_BYTES = 16

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
  if (!type || !isOfType(file.bytes, type)) throw broken(path, 'fileType', `is not the ${type} that it was called`)
}
