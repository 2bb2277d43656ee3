/** Writes what the SDK knows of the API: its types, and its operations as a table and as an interface. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '../api/schemas/problem.ts'
import { SELLER_EVENT_SCHEMAS } from '../api/schemas/seller-event.ts'
import { SELLER_EVENT_KINDS, SELLER_EVENTS } from '../domain/seller-event.ts'
import { type SchemaNames, sameness, schemaNames } from './sdk/named-schemas.ts'
import { openApiDocument } from './sdk/openapi-document.ts'
import { capital, type SdkOperation, sdkOperations } from './sdk/operations.ts'
import { comment, FILE_TYPE, indent, type JsonSchema, printType } from './sdk/print-type.ts'
import { ROOT } from './support/root.ts'

const HEAD = '/** Made by `npm run generate` from the API. */\n'

const FILE_IMPORT = `import type { ${FILE_TYPE} } from './files.ts'\n`

export async function generateSdk(): Promise<void> {
  const operations = sdkOperations(await openApiDocument())
  const types = typeCollection(await schemaNames())
  const table = HEAD + printOperations(operations, types)
  const events = SELLER_EVENT_KINDS.map((kind) => {
    types.add(webhookName(kind), SELLER_EVENT_SCHEMAS[kind] as JsonSchema)
    return webhookName(kind)
  })
  types.add('Problem', Problem as JsonSchema)
  await writeFile(
    join(ROOT, 'sdk/types.generated.ts'),
    `${HEAD}${FILE_IMPORT}\n${types.print()}\n${printEvents(events)}`,
  )
  await writeFile(join(ROOT, 'sdk/operations.generated.ts'), table)
}

const webhookName = (kind: string) => `${capital(kind)}Webhook`

const printEvents = (names: readonly string[]) => `export type SellerEventType = SellerEvent['type']

export type SellerEvent = ${names.join(' | ')}

/** What an endpoint can be told of. */
export const SELLER_EVENTS = ${JSON.stringify(SELLER_EVENTS)} as const
`

/** Collects what is spoken of, with everything that stands within. */
function typeCollection(names: SchemaNames) {
  const printed = new Map<string, string>()
  const used = new Set<string>()
  const add = (name: string, schema: JsonSchema) => {
    if (printed.has(name)) return
    printed.set(name, '')
    printed.set(name, `${comment(schema)}export type ${name} = ${printType(schema, nameOf)}\n`)
  }
  const nameOf = (schema: JsonSchema) => {
    const name = names.get(sameness(schema))
    if (name !== undefined) add(name, schema)
    return name
  }
  return {
    add,
    /** The type as it is spoken of. @param otherwise its name where the API's schemas give none. */
    use(schema: JsonSchema, otherwise?: string): string {
      const name = nameOf(schema) ?? otherwise
      if (name === undefined) return printType(schema, nameOf)
      add(name, schema)
      used.add(name)
      return name
    },
    used: () => [...used].sort(),
    print: () =>
      [...printed.entries()]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, text]) => text)
        .join('\n'),
  }
}

type Types = ReturnType<typeof typeCollection>

function printOperations(operations: readonly SdkOperation[], types: Types): string {
  const resources = [...new Set(operations.map(({ resource }) => resource))].sort()
  const of = (resource: string) => operations.filter((operation) => operation.resource === resource)
  const plans = resources.map((resource) => `  ${resource}: {\n${of(resource).map(printPlan).join('')}  },\n`)
  const methods = resources.map(
    (resource) =>
      `  ${resource}: {\n${of(resource)
        .map((operation) => indent(indent(printMethod(operation, types))))
        .join('')}  }\n`,
  )
  return `import type { CallOptions, KeyedCallOptions, OperationPlan } from './call.ts'
import type { DownloadedFile, ${FILE_TYPE} } from './files.ts'
import type { Listing } from './listing.ts'
import type { ${types.used().join(', ')} } from './types.generated.ts'

export const OPERATIONS = {
${plans.join('')}} as const satisfies Record<string, Record<string, OperationPlan>>

export interface Resources {
${methods.join('')}}
`
}

function printPlan({ name, method, path, query, body, item, keyed, isStream, form, file }: SdkOperation): string {
  const flags = Object.entries({ query, body, pages: item, keyed, stream: isStream, upload: file === 'upload' })
  const words = Object.entries({ form, download: file === 'upload' ? undefined : file })
  const said = [
    ...flags.flatMap(([flag, is]) => (is ? `, ${flag}: true` : [])),
    ...words.flatMap(([word, value]) => (value ? `, ${word}: '${value}'` : [])),
  ]
  return `    ${name}: { method: '${method}', path: '${path}'${said.join('')} },\n`
}

function printMethod(operation: SdkOperation, { use }: Types): string {
  const { operationId, summary, name, params, query, needsQuery, body, item, keyed, isStream, file } = operation
  const bodyType = body && printBody(operation, use(body, `${capital(operationId)}Body`))
  const parameters = [
    ...params.map((param) => `${param}: string`),
    ...(file === 'named' ? ['name: string'] : []),
    ...(body ? [`body${isAllOptional(body) ? '?' : ''}: ${bodyType}`] : []),
    ...(query ? [`query${needsQuery ? '' : '?'}: ${use(query, `${capital(operationId)}Query`)}`] : []),
    `options?: ${keyed ? 'KeyedCallOptions' : 'CallOptions'}`,
  ]
  const result = resultOf(operation, use)
  const returns = isStream
    ? `AsyncGenerator<${result}, never, undefined>`
    : item
      ? `Listing<${result}['data'][number]>`
      : `Promise<${result}>`
  return `${comment({ description: `${summary}.` })}${name}(${parameters.join(', ')}): ${returns}\n`
}

function printBody({ file, form }: SdkOperation, type: string): string {
  if (file === 'upload') return `Omit<${type}, 'size'> & { file: ${FILE_TYPE} }`
  return form ? `${type} & { fileName?: string }` : type
}

function resultOf({ operationId, answer, file }: SdkOperation, use: Types['use']): string {
  if (file === 'one') return 'DownloadedFile'
  if (file === 'named') return 'DownloadedFile | undefined'
  return answer ? use(answer, `${capital(operationId)}Answer`) : 'void'
}

const isAllOptional = ({ required = [], minProperties = 0 }: JsonSchema) => required.length + minProperties === 0
