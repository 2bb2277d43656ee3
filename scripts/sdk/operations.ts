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
  /** What stands on the pages, of a list that has pages. */
  item: JsonSchema | undefined
  /** Takes an Idempotency-Key. */
  keyed: boolean
}

const JSON_TYPE = 'application/json'
const KEY_HEADER = 'idempotency-key'

/** Where the resource and the operation's id do not give a good name between them. */
const SAID_BETTER: Readonly<Record<string, string>> = { createChargeRefund: 'refund', getAuditEntry: 'get' }

export const takesFile = ({ operationId }: ApiOperation): boolean => operationId === 'importStatement'

/** In the order of the document. Streams of events are left out: they have no end to wait for. */
export function sdkOperations({ paths }: ApiDocument): SdkOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const made = toOperation(path, method.toUpperCase(), operation)
      return made ? [made] : []
    }),
  )
}

function toOperation(path: string, method: string, operation: ApiOperation): SdkOperation | undefined {
  const { operationId, summary, parameters = [], requestBody, responses } = operation
  const content = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content
  if (takesFile(operation) || (content && !(JSON_TYPE in content))) return undefined
  const asked = parameters.filter(({ in: place }) => place === 'query')
  const answer = content?.[JSON_TYPE]?.schema
  const resource = camel(path.split('/')[2] ?? '')
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
    body: requestBody?.content[JSON_TYPE]?.schema,
    answer: answer?.type === 'null' ? undefined : answer,
    item: answer?.properties?.nextCursor ? answer.properties.data?.items : undefined,
    keyed: parameters.some(({ name, in: place }) => place === 'header' && name === KEY_HEADER),
  }
}

/** What has a default need not be said. */
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
