/** Temporal stores ciphertext only: every payload is sealed with AES-256-GCM. */
import { METADATA_ENCODING_KEY, type Payload, type PayloadCodec } from '@temporalio/common'
import proto from '@temporalio/proto'
import { openBytes, sealBytes } from '../config/seal.ts'

const ENCODING = 'binary/encrypted'
const { Payload: PayloadMessage } = proto.temporal.api.common.v1

/** `key` is 32 bytes. A payload that is not sealed (an operator typed it in Temporal Web) passes through decode unchanged. */
export function encryptionCodec(key: Buffer): PayloadCodec {
  return {
    encode: async (payloads) =>
      payloads.map((payload) => ({
        metadata: { [METADATA_ENCODING_KEY]: Buffer.from(ENCODING) },
        data: sealBytes(PayloadMessage.encode(payload).finish(), key),
      })),
    decode: async (payloads) =>
      payloads.map((payload): Payload => {
        const encoding = payload.metadata?.[METADATA_ENCODING_KEY]
        if (!encoding || Buffer.from(encoding).toString() !== ENCODING || !payload.data) return payload
        return PayloadMessage.decode(openBytes(payload.data, key))
      }),
  }
}
