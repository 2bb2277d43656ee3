import type { Settings } from '../config/env.ts'
import { deriveKey } from '../config/keys.ts'
import { localStorage } from './local.ts'
import { s3Storage } from './s3.ts'
import type { ObjectStorage } from './storage.ts'

/** The store that the settings name. */
export function createStorage({
  storage,
  publicUrl,
  masterKey,
}: Pick<Settings, 'storage' | 'publicUrl' | 'masterKey'>): ObjectStorage {
  if (storage.type === 's3') return s3Storage(storage)
  return localStorage({ publicUrl, signingKey: deriveKey(masterKey, 'upload')[0] })
}
