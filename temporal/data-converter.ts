import { fileURLToPath } from 'node:url'
import type { DataConverter } from '@temporalio/common'
import type { KeyRing } from '../config/keys.ts'
import { type OnUnsealed, productCodec } from './codec.ts'

export const FAILURE_CONVERTER_PATH = fileURLToPath(new URL('./failure-converter.ts', import.meta.url))

/** The key is derived from the master key. Workers mark unsealed payloads for their interceptors; clients refuse them. */
export function dataConverter(masterKey: KeyRing, onUnsealed: OnUnsealed): DataConverter {
  return {
    payloadCodecs: [productCodec(masterKey, onUnsealed)],
    failureConverterPath: FAILURE_CONVERTER_PATH,
  }
}
