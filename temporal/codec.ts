/** Temporal stores only ciphertext: every payload is sealed with AES-256-GCM and bound to its workflow. */
import { METADATA_ENCODING_KEY, type Payload, type PayloadCodec, type SerializationContext } from '@temporalio/common'
import proto from '@temporalio/proto'
import { deriveKey, type KeyRing } from '../config/keys.ts'
import { openBytes, sealBytes } from '../config/seal.ts'
import { defined } from '../domain/defined.ts'
import { UNSEALED } from './unsealed.ts'

const ENCODING = 'binary/encrypted'
const JSON_ENCODING = 'json/plain'
/** Inside the seal: the id of the workflow that the payload is for. */
const FOR = 'trilho/for'
const { Payload: PayloadMessage } = proto.temporal.api.common.v1

/** What to do with a payload that the product did not seal for this workflow: mark it for the worker's interceptors, or refuse it. */
export type OnUnsealed = 'mark' | 'refuse'

/** The codec of the API's client and of workers. What `operatorsCodec` has sealed counts as unsealed. */
export function productCodec(masterKey: KeyRing, onUnsealed: OnUnsealed): PayloadCodec {
  const key = deriveKey(masterKey, 'codec')
  const operatorsKey = deriveKey(masterKey, 'operatorsCodec')
  const unsealed = { mark: marked, refuse: refused } satisfies Record<OnUnsealed, (payload: Payload) => Payload>
  return {
    encode: async (payloads, context) => payloads.map((payload) => sealed(meantFor(context?.workflowId, payload), key)),
    decode: async (payloads, context) =>
      payloads.map((payload): Payload => {
        if (!isSealed(payload)) return unsealed[onUnsealed](payload)
        const ours = opened(payload, key)
        if (ours && isMeantHere(ours.workflowId, context)) return ours.payload
        return unsealed[onUnsealed]((ours ?? openedOrThrow(payload, operatorsKey)).payload)
      }),
  }
}

/**
 * The codec of operators' tools: it opens everything, and seals with a key that the product does not believe. What an operator
 * seals is the caller's to the last byte, metadata included.
 */
export function operatorsCodec(masterKey: KeyRing): PayloadCodec {
  const key = deriveKey(masterKey, 'operatorsCodec')
  const productsKey = deriveKey(masterKey, 'codec')
  return {
    encode: async (payloads) => payloads.map((payload) => sealed(payload, key)),
    decode: async (payloads) =>
      payloads.map((payload) =>
        isSealed(payload) ? (opened(payload, key) ?? openedOrThrow(payload, productsKey)).payload : payload,
      ),
  }
}

type Sealed = Payload & { data: Uint8Array }

function isSealed(payload: Payload): payload is Sealed {
  return encodingOf(payload) === ENCODING && Boolean(payload.data)
}

const sealed = (payload: Payload, key: KeyRing): Payload => ({
  metadata: { [METADATA_ENCODING_KEY]: Buffer.from(ENCODING) },
  data: sealBytes(PayloadMessage.encode(payload).finish(), key),
})

/** @throws UnreadableSeal */
function openedOrThrow(payload: Sealed, key: KeyRing): { payload: Payload; workflowId: Uint8Array | undefined } {
  const { metadata, data } = PayloadMessage.decode(openBytes(payload.data, key))
  const { [FOR]: workflowId, ...rest } = metadata
  return { payload: { metadata: rest, data }, workflowId }
}

function opened(payload: Sealed, key: KeyRing): ReturnType<typeof openedOrThrow> | undefined {
  try {
    return openedOrThrow(payload, key)
  } catch {
    return undefined
  }
}

const meantFor = (workflowId: string | undefined, { metadata, data }: Payload): Payload => ({
  metadata: { ...metadata, ...defined({ [FOR]: workflowId === undefined ? undefined : Buffer.from(workflowId) }) },
  ...defined({ data: data ?? undefined }),
})

/** Without a workflow in the context the payload belongs to none, so it is accepted. */
const isMeantHere = (workflowId: Uint8Array | undefined, context: SerializationContext | undefined): boolean =>
  context?.workflowId === undefined ||
  (workflowId !== undefined && Buffer.from(workflowId).toString() === context.workflowId)

function refused(): never {
  throw new Error('A payload from Temporal was not sealed')
}

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
