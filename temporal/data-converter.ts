import { fileURLToPath } from 'node:url'
import type { DataConverter } from '@temporalio/common'
import { deriveKey } from '../config/env.ts'
import { encryptionCodec } from './codec.ts'

export const FAILURE_CONVERTER_PATH = fileURLToPath(new URL('./failure-converter.ts', import.meta.url))

/** The same for the API, the worker, scripts and tests; the key comes from the master key. */
export function dataConverter(masterKey: Buffer): DataConverter {
  return {
    payloadCodecs: [encryptionCodec(deriveKey(masterKey, 'codec'))],
    failureConverterPath: FAILURE_CONVERTER_PATH,
  }
}
