/** The demo shop asks a busy machine again, and makes nothing twice by it; its picture has the shape that pages show. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ordersUntil } from '../scripts/support/demo-orders.ts'
import { readPicture } from '../scripts/support/demo-pictures.ts'
import { demoShop } from '../scripts/support/demo-shop.ts'

let keys: (string | undefined)[]
let answers: [status: number, body: object][]
const server = createServer((request, reply) => {
  keys.push(request.headers['idempotency-key']?.toString())
  const [status, body] = answers.shift() ?? [201, { id: 'made' }]
  reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
})
beforeEach(async () => {
  keys = []
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(async () => {
  await once(server.close(), 'close')
})

const shop = () => {
  const app = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return demoShop({ app, sandbox: app }, 'key')
}

const DOUBT: (typeof answers)[number] = [503, { code: 'outcome_unknown' }]

it('what may have been made is asked for under the same key, and the next under another', async () => {
  answers = [DOUBT, [409, { code: 'request_in_progress' }]]
  expect(await shop().call('POST', '/v1/charges', { amount: 100 })).toEqual({ id: 'made' })
  await shop().call('POST', '/v1/charges', { amount: 100 })
  const [first, second, third, other] = keys
  expect(first).toBeTruthy()
  expect([second, third]).toEqual([first, first])
  expect(other).not.toBe(first)
})

it('what has no key is not asked for again when it may have been made', async () => {
  answers = [DOUBT]
  await expect(shop().call('POST', '/v1/products', { name: 'Curso' })).rejects.toThrow('outcome_unknown')
  expect(keys).toHaveLength(1)
  answers = [[503, { code: 'unavailable' }]]
  expect(await shop().call('POST', '/v1/products', { name: 'Curso' })).toEqual({ id: 'made' })
})

it('nothing in its past is still to come, whatever the time of day', () => {
  const HOUR = 3_600_000
  for (let now = Date.UTC(2026, 10, 27); now < Date.UTC(2026, 10, 29); now += HOUR) {
    const ends = ordersUntil(now).map(({ at, settledAfter, moreAfter, fate }) =>
      /^(refunded|partlyRefunded|dispute)/.test(fate) ? at + settledAfter + moreAfter : at + settledAfter,
    )
    expect(Math.max(...ends)).toBeLessThan(now)
  }
})

it('its picture fills the room that a page has for it, which is half as wide again as it is high', () => {
  const { buffer } = readPicture('curso.webp').bytes
  // A lossy WebP's frame header ends with its width and height.
  const header = new DataView(buffer)
  expect(header.getUint16(26, true) / header.getUint16(28, true)).toBe(3 / 2)
})
