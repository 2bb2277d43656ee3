import type { Settings } from '../config/env.ts'
import { deriveKey } from '../config/keys.ts'
import { localStorage, ownAddresses } from './local.ts'
import { s3Storage } from './s3.ts'
import type { NewFile, ObjectStorage } from './storage.ts'

/**
 * The store that the settings name. A bucket bounds a file by its announced size alone, so one without goes through our own address,
 * which is bounded.
 */
export function createStorage({
  storage,
  publicUrl,
  masterKey,
}: Pick<Settings, 'storage' | 'publicUrl' | 'masterKey'>): ObjectStorage {
  const signingKey = deriveKey(masterKey, 'upload')[0]
  if (storage.type === 'local') return localStorage({ publicUrl, signingKey, directory: storage.directory })
  const bucket = s3Storage(storage)
  const own = ownAddresses({ publicUrl, signingKey })
  const signOwn = async (file: NewFile) => ({ ...(await own.signPut(file)), publicUrl: bucket.publicUrl(file.key) })
  return { ...bucket, signPut: (file) => (file.size === undefined ? signOwn(file) : bucket.signPut(file)) }
}
