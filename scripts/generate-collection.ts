/** Writes the API as a collection of requests that Postman, Bruno and Insomnia import: each as it can be sent, with its example. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defined } from '../domain/defined.ts'
import { type ApiDocument, type ApiOperation, openApiDocument } from './sdk/openapi-document.ts'
import { takesFile } from './sdk/operations.ts'
import { ROOT } from './support/root.ts'

const COLLECTION = 'api/collection.generated.json'

const JSON_TYPE = 'application/json'

export async function generateCollection(): Promise<void> {
  const collection = toCollection(await openApiDocument())
  await writeFile(join(ROOT, COLLECTION), `${JSON.stringify(collection, null, 2)}\n`)
}

/** As the collection format 2.1 has it: a folder for each tag, in the document's order. */
function toCollection({ info, tags, paths }: ApiDocument) {
  const requests = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => hasEnd(operation) && !takesFile(operation))
      .map(([method, operation]) => ({ tag: operation.tags[0], item: toItem(method.toUpperCase(), path, operation) })),
  )
  const folders = tags.map(({ name, description }) => {
    return { name, description, item: requests.filter(({ tag }) => tag === name).map(({ item }) => item) }
  })
  return {
    info: {
      name: info.title,
      description: info.description,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: folders.filter(({ item }) => item.length > 0),
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: 'http://127.0.0.1:3000' },
      { key: 'apiKey', value: '' },
    ],
  }
}

/** Not a stream of events. */
const hasEnd = ({ responses }: ApiOperation) =>
  !Object.values(responses).some(({ content = {} }) => 'text/event-stream' in content)

function toItem(method: string, path: string, { summary, description, parameters = [], requestBody }: ApiOperation) {
  const example = requestBody?.content[JSON_TYPE]?.example
  const query = parameters.filter(({ in: place }) => place === 'query')
  const segments = path
    .slice(1)
    .replaceAll(/\{(\w+)\}/g, ':$1')
    .split('/')
  const raw = `{{baseUrl}}/${segments.join('/')}`
  return {
    name: summary,
    request: {
      method,
      description,
      header: [
        ...(takesKey(parameters) ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
        ...(example ? [{ key: 'Content-Type', value: JSON_TYPE }] : []),
      ],
      url: {
        raw,
        host: ['{{baseUrl}}'],
        path: segments,
        query: query.map(({ name, schema, required }) => {
          const value = String(schema.default ?? schema.enum?.[0] ?? schema.minimum ?? '')
          return { key: name, value, description: schema.description, disabled: required !== true }
        }),
        variable: segments.filter((word) => word.startsWith(':')).map((word) => ({ key: word.slice(1), value: '' })),
      },
      ...defined({ body: example ? bodyOf(example) : undefined }),
    },
  }
}

const takesKey = (parameters: NonNullable<ApiOperation['parameters']>) =>
  parameters.some(({ in: place, name }) => place === 'header' && name === 'idempotency-key')

const bodyOf = (example: object) => {
  return { mode: 'raw', raw: JSON.stringify(example, null, 2), options: { raw: { language: 'json' } } }
}
