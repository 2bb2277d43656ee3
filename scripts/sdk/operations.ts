/** The operations of the SDK: which resource has which method, and what goes in and comes out. */
import type { ApiDocument, ApiOperation } from './openapi-document.ts'
import type { JsonSchema } from './print-type.ts'

export interface SdkOperation {
  operationId: string
  summary: string
  resource: string
  name: string
  method: string
  path: string
  params: string[]
  query: JsonSchema | undefined
  /** Whether it does anything when no query is given. */
  needsQuery: boolean
  body: JsonSchema | undefined
  /** Undefined: an answer without a body. */
  answer: JsonSchema | undefined
  /** The type of a paged list's entries. */
  item: JsonSchema | undefined
  /** Takes an Idempotency-Key. */
  keyed: boolean
  /** Of a multipart form, the part that is the file. */
  form: string | undefined
  /** The type of a stream's events. */
  isStream: boolean
  /** The file itself instead of its signed address: see sdk/files.ts. */
  file: 'one' | 'named' | 'upload' | undefined
}

const JSON_TYPE = 'application/json'
const STREAM_TYPE = 'text/event-stream'
const FORM_TYPE = 'multipart/form-data'
const KEY_HEADER = 'idempotency-key'

/** Method names where the resource and the operation's id give no good one. */
const SAID_BETTER: Readonly<Record<string, string>> = {
  createChargeRefund: 'refund',
  getAuditEntry: 'get',
  streamCharge: 'follow',
  streamCharges: 'followAll',
}

/** A method that also fetches or sends the file at the answered address. */
const CARRIED = {
  createUpload: { name: 'send', summary: 'Send a file', file: 'upload' },
  getDisputeEvidence: { name: 'downloadEvidence', summary: 'A file of the evidence', file: 'one' },
  getExportDownload: { name: 'download', summary: 'The file', file: 'one' },
  listReceiverDocuments: {
    name: 'downloadDocument',
    summary: "One of its holder's papers, undefined where there is none of the name",
    file: 'named',
  },
  listUserDocuments: {
    name: 'downloadDocument',
    summary: 'One of a user’s papers, undefined where there is none of the name',
    file: 'named',
  },
} as const satisfies Record<string, Pick<SdkOperation, 'name' | 'summary' | 'file'>>

export const takesFile = ({ requestBody }: ApiOperation): boolean => FORM_TYPE in (requestBody?.content ?? {})

/** In the order of the document. */
export function sdkOperations({ paths }: ApiDocument): SdkOperation[] {
  // What streams tell of are charges, as they are read one by one.
  const charge = answerOf(paths['/v1/charges/{id}']?.get)?.[JSON_TYPE]?.schema
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const made = toOperation(path, method.toUpperCase(), operation, charge)
      return made ? [made, ...carriedBy(made)] : []
    }),
  )
}

/** @throws Error for an answer with an address of an unknown form. */
function carriedBy(operation: SdkOperation): SdkOperation[] {
  const carried = Object.entries(CARRIED).find(([operationId]) => operationId === operation.operationId)?.[1]
  if (!carried && operation.answer && givesAddress(operation.answer)) {
    throw new Error(`${operation.operationId} answers with an address: say in CARRIED what the SDK's method is called`)
  }
  return carried ? [{ ...operation, item: undefined, ...carried }] : []
}

/** One that ends: `url` or `uploadUrl`, and `expiresAt`. */
function givesAddress({ properties = {} }: JsonSchema): boolean {
  const ends = 'expiresAt' in properties && Object.keys(properties).every((name) => ADDRESS_FIELDS.includes(name))
  return ends || (properties.data?.items !== undefined && givesAddress(properties.data.items))
}

const ADDRESS_FIELDS = ['name', 'url', 'method', 'uploadUrl', 'headers', 'publicUrl', 'expiresAt']

const answerOf = (operation: ApiOperation | undefined) =>
  Object.entries(operation?.responses ?? {}).find(([status]) => status.startsWith('2'))?.[1].content

function toOperation(
  path: string,
  method: string,
  operation: ApiOperation,
  told: JsonSchema | undefined,
): SdkOperation | undefined {
  const { operationId, summary, parameters = [], requestBody } = operation
  const content = answerOf(operation)
  const isStream = content !== undefined && STREAM_TYPE in content
  if (content && !isStream && !(JSON_TYPE in content)) return undefined
  const asked = parameters.filter(({ in: place }) => place === 'query')
  const answer = isStream ? told : content?.[JSON_TYPE]?.schema
  const resource = camel(path.split('/')[2] ?? '')
  const form = requestBody?.content[FORM_TYPE]?.schema
  return {
    operationId,
    summary,
    resource,
    name: SAID_BETTER[operationId] ?? methodName(operationId, resource),
    method,
    path,
    params: [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''),
    query: asked.length === 0 ? undefined : queryOf(asked),
    needsQuery: asked.some(({ required, schema }) => required === true && !('default' in schema)),
    body: form ?? requestBody?.content[JSON_TYPE]?.schema,
    answer: answer?.type === 'null' ? undefined : answer,
    item: answer?.properties?.nextCursor ? answer.properties.data?.items : undefined,
    keyed: parameters.some(({ name, in: place }) => place === 'header' && name === KEY_HEADER),
    form: Object.entries(form?.properties ?? {}).find(([, { format }]) => format === 'binary')?.[0],
    isStream,
    file: undefined,
  }
}

/** A property with a default is optional. */
const queryOf = (parameters: NonNullable<ApiOperation['parameters']>): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  required: parameters.filter(({ required, schema }) => required && !('default' in schema)).map(({ name }) => name),
})

/** `listChargeRefunds` of `charges` is `listRefunds`; `rotateWebhookEndpointSecret` of `webhookEndpoints`, `rotateSecret`. */
function methodName(operationId: string, resource: string): string {
  const noun = capital(resource)
  const singular = noun.replace(/ies$/, 'y').replace(/s$/, '')
  return operationId.replace(new RegExp(`(?<=[a-z])(?:${noun}|${singular})(?=[A-Z]|$)`), '')
}

const camel = (words: string) => words.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
