import { fileTypeOf, isOfType } from '../../storage/file-types.ts'
import type { ObjectStorage } from '../../storage/storage.ts'
import { findFile } from '../../storage/transfer.ts'
import { broken } from '../problem.ts'

/**
 * Looks at the file that was sent to an upload's address: an address is not proof that anything came.
 * @param path of the field that names it.
 * @throws ApiProblem 422 when there is none, or it is of another type than it was called.
 */
export async function assertUploaded(storage: ObjectStorage, key: string, path: string): Promise<void> {
  const bytes = await findFile(storage, key)
  const type = fileTypeOf(key)
  if (!bytes) throw broken(path, 'upload', 'has no file yet, or has one that is too big')
  if (!type || !isOfType(bytes, type)) throw broken(path, 'fileType', `is not the ${type} that it was called`)
}
