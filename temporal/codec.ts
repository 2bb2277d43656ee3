/** Temporal stores only ciphertext: every payload is sealed with AES-256-GCM and bound to its workflow. */
import { METADATA_ENCODING_KEY, type Payload, type PayloadCodec, type SerializationContext } from '@temporalio/common'
import proto from '@temporalio/proto'
import type { KeyRing } from '../config/keys.ts'
import { openBytes, sealBytes } from '../config/seal.ts'
import { defined } from '../domain/defined.ts'
import { UNSEALED } from './unsealed.ts'

const ENCODING = 'binary/encrypted'
const JSON_ENCODING = 'json/plain'
/** Inside the seal: the id of the workflow that the payload is for. */
const FOR = 'trilho/for'
const { Payload: PayloadMessage } = proto.temporal.api.common.v1

/**
 * What to do with a payload that is not sealed, or was copied from another workflow: show it as it is (to operators, in Temporal Web),
 * mark it for the worker's interceptors, or refuse it.
 */
export type OnUnsealed = 'show' | 'mark' | 'refuse'

export function encryptionCodec(key: KeyRing, onUnsealed: OnUnsealed): PayloadCodec {
  const unsealed = {
    show: (payload) => payload,
    mark: marked,
    refuse: () => {
      throw new Error('A payload from Temporal was not sealed')
    },
  } satisfies Record<OnUnsealed, (payload: Payload) => Payload>
  return {
    encode: async (payloads, context) =>
      payloads.map((payload) => ({
        metadata: { [METADATA_ENCODING_KEY]: Buffer.from(ENCODING) },
        data: sealBytes(PayloadMessage.encode(meantFor(context?.workflowId, payload)).finish(), key),
      })),
    decode: async (payloads, context) =>
      payloads.map((payload): Payload => {
        if (encodingOf(payload) !== ENCODING || !payload.data) return unsealed[onUnsealed](payload)
        const { metadata, data } = PayloadMessage.decode(openBytes(payload.data, key))
        const { [FOR]: workflowId, ...rest } = metadata
        const opened = { metadata: rest, data }
        return isMeantHere(workflowId, context) ? opened : unsealed[onUnsealed](opened)
      }),
  }
}

const meantFor = (workflowId: string | undefined, { metadata, data }: Payload): Payload => ({
  metadata: { ...metadata, ...(workflowId === undefined ? {} : { [FOR]: Buffer.from(workflowId) }) },
  ...defined({ data: data ?? undefined }),
})

/** Without a workflow in the context, as in Temporal Web, the payload is only displayed, so it is accepted. */
const isMeantHere = (workflowId: Uint8Array | undefined, context: SerializationContext | undefined): boolean =>
  context?.workflowId === undefined ||
  (workflowId !== undefined && Buffer.from(workflowId).toString() === context.workflowId)

function encodingOf({ metadata }: Payload): string | undefined {
  const encoding = metadata?.[METADATA_ENCODING_KEY]
  return encoding && Buffer.from(encoding).toString()
}

/** Keeps only JSON, because operators' tools send nothing else. */
function marked(payload: Payload): Payload {
  const text = encodingOf(payload) === JSON_ENCODING && payload.data ? Buffer.from(payload.data).toString() : 'null'
  return {
    metadata: { [METADATA_ENCODING_KEY]: Buffer.from(JSON_ENCODING) },
    data: Buffer.from(`{${JSON.stringify(UNSEALED)}:${isJson(text) ? text : 'null'}}`),
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
