/** How deep a body may nest, and how long its lists may be, is asked of what has levels. */
import fastify from 'fastify'
import { expect, test } from 'vitest'
import bounds from '../api/plugins/app/bounds.ts'

const nested = (levels: number): unknown => (levels === 0 ? 1 : { next: nested(levels - 1) })

/** @returns the status that a body is answered with, once it is read as `body`. */
async function answerTo(body: unknown): Promise<number> {
  const app = fastify()
  await app.register(bounds)
  app.addContentTypeParser('test/body', async () => body)
  app.post('/', async () => 'taken')
  const headers = { 'content-type': 'test/body' }
  const { statusCode } = await app.inject({ method: 'POST', url: '/', headers, payload: 'x' })
  await app.close()
  return statusCode
}

test('a body that nests too deep is refused', async () => {
  expect(await answerTo(nested(60))).toBe(200)
  expect(await answerTo(nested(100))).not.toBe(200)
})

test('a list or an object that is too long is refused, wherever it stands', async () => {
  const zeros = (length: number) => Array.from({ length }, () => 0)
  expect(await answerTo({ lists: [zeros(1000), zeros(1000)] })).toBe(200)
  expect(await answerTo({ lists: [zeros(1), zeros(1001)] })).not.toBe(200)
  expect(await answerTo({ object: { ...zeros(1001) } })).not.toBe(200)
})

test('a file is not looked into: ten million bytes are no ten million values', async () => {
  expect(await answerTo(Object.assign(Buffer.from('a file'), { next: nested(100) }))).toBe(200)
})
