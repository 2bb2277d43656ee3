import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import openApiSchema from './oas-3.1.schema.json' with { type: 'json' }
import operationIds from './operation-ids.json' with { type: 'json' }
import { nameOf, ROUTES } from './routes.ts'
import { startTestApi, type TestApi } from './support.ts'

interface Operation {
  operationId: string
  summary?: string
  tags?: string[]
  parameters?: { name: string; in: string; schema: object }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>
  security?: object[]
}
interface Described {
  type?: string
  properties?: Record<string, Described>
  anyOf?: Described[]
}
interface Document {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
  tags: { name: string }[]
}

let api: TestApi
let document: Document
beforeAll(async () => {
  api = await startTestApi()
  document = (await api.call(null, 'GET', '/openapi.json')).json()
})
afterAll(() => api?.close())

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  )

describe('/openapi.json', () => {
  it('is a valid OpenAPI 3.1 document', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    expect(ajv.validate(openApiSchema, document), JSON.stringify(ajv.errors)).toBe(true)
    expect(document.openapi).toBe('3.1.0')
  })

  it('has every route, each with its summary, tag and answers', () => {
    expect(
      operations()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(ROUTES.map(nameOf).sort())
    const tags = document.tags.map(({ name }) => name)
    for (const { name, operation } of operations()) {
      expect(operation.summary, name).toBeTruthy()
      expect(tags, name).toContain(operation.tags?.[0])
      expect(
        Object.keys(operation.responses).some((status) => status.startsWith('2')),
        name,
      ).toBe(true)
    }
  })

  it('calls each operation by one name, in clients that are made from it for good', () => {
    const names = operations().map(({ operation }) => operation.operationId)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^[a-z]+([A-Z][a-z]+)*$/)
    const known = Object.fromEntries(operations().map(({ name, operation }) => [name, operation.operationId]))
    expect(known).toEqual(operationIds)
  })

  it('says that problems are problem documents, and who has to sign in', () => {
    for (const route of ROUTES.filter(({ path }) => !path.startsWith('/health'))) {
      const operation = operations().find(({ name }) => name === nameOf(route))?.operation
      const wanted = route.access === 'public' ? ['429', '500', '503'] : ['401', '403', '429', '500', '503']
      for (const status of wanted) {
        expect(operation?.responses[status]?.content, `${nameOf(route)} ${status}`).toEqual({
          'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
        })
      }
      expect(operation?.security, nameOf(route)).toEqual(
        route.access === 'public' ? [] : [{ apiKey: [] }, { session: [] }],
      )
    }
  })

  it.each([
    ['POST', '/v1/routing-rules', ['when', 'movements']],
    ['POST', '/v1/routing-rules', ['when', 'paymentMethods']],
    ['PATCH', '/v1/routing-rules/{id}', ['when', 'movements']],
    ['POST', '/v1/offers', ['paymentMethods']],
    ['PATCH', '/v1/offers/{id}', ['paymentMethods']],
    ['POST', '/v1/payment-links', ['paymentMethods']],
    ['PATCH', '/v1/payment-links/{id}', ['paymentMethods']],
    ['POST', '/v1/webhook-endpoints', ['events']],
    ['PATCH', '/v1/webhook-endpoints/{id}', ['events']],
  ])('says that words are refused twice in a list: %s %s %s', (method, path, properties) => {
    const body = operations().find(({ name }) => name === `${method} ${path}`)?.operation.requestBody
    const listIn = (schema: Described | undefined): Described | undefined =>
      schema?.type === 'array' ? schema : schema?.anyOf?.map(listIn).find((list) => list !== undefined)
    const property = properties.reduce<Described | undefined>(
      (schema, name) => schema?.properties?.[name],
      body?.content['application/json']?.schema,
    )
    expect(listIn(property)).toMatchObject({ uniqueItems: true })
  })

  it('holds only valid JSON Schemas, whose references lead somewhere', () => {
    const ajv = new Ajv2020({ strict: false })
    formats.default(ajv)
    ajv.addSchema({ $id: 'doc', components: document.components })
    const schemas = operations().flatMap(({ name, operation }) => [
      ...(operation.parameters ?? []).map(({ schema }) => [name, schema] as const),
      ...Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => [name, schema] as const),
      ...Object.values(operation.responses).flatMap(({ content = {} }) =>
        Object.values(content).map(({ schema }) => [name, schema] as const),
      ),
    ])
    expect(schemas.length).toBeGreaterThan(100)
    for (const [name, schema] of schemas) {
      const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"doc#/components'))
      expect(() => ajv.compile(absolute), name).not.toThrow()
    }
  })
})
