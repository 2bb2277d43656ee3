import { fileURLToPath } from 'node:url'
import type { DataConverter } from '@temporalio/common'
import { deriveKey, type KeyRing } from '../config/keys.ts'
import { encryptionCodec, type OnUnsealed } from './codec.ts'

export const FAILURE_CONVERTER_PATH = fileURLToPath(new URL('./failure-converter.ts', import.meta.url))

/** The key is derived from the master key. Workers mark unsealed payloads for their interceptors; clients refuse them. */
export function dataConverter(masterKey: KeyRing, onUnsealed: Exclude<OnUnsealed, 'show'>): DataConverter {
  return {
    payloadCodecs: [encryptionCodec(deriveKey(masterKey, 'codec'), onUnsealed)],
    failureConverterPath: FAILURE_CONVERTER_PATH,
  }
}
