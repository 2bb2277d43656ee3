/** A seller's system that takes charges' events, well or with one flaw, and says what it holds. */
import { createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Flaw =
  | 'counts repeats'
  | 'breaks at repeats'
  | 'last one wins'
  | 'expired stays expired'
  | 'refuses unknown types'
  | 'breaks at forgeries'
  | 'believes every signature'
  | 'has no clock'
  | 'needs a code'
  | 'refuses what it has not sold'

interface Held {
  status: string
  paid: number
  sequence: number
}

/** Reads a charge at the API; undefined if there is none. */
export type ReadCharge = (id: string) => Promise<{ status: string } | undefined>

/**
 * @param secret `whsec_...`, with which messages are signed.
 * @param read used by a system that believes no event: it reads the charge, and holds what it read.
 */
export async function startExaminedShop(secret: string, flaw?: Flaw, read?: ReadCharge) {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const handled = new Set<string>()
  const charges = new Map<string, Held>()
  const arrived: Record<string, unknown>[] = []
  const reads: { told: Record<string, unknown>; charge: { status: string } }[] = []
  const take = async (headers: Record<string, unknown>, raw: string): Promise<number> => {
    const event = JSON.parse(raw)
    arrived.push(event)
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = headers
    const expected = `v1,${createHmac('sha256', key).update(`${id}.${at}.${raw}`).digest('base64')}`
    if (signature !== expected && flaw !== 'believes every signature') return flaw === 'breaks at forgeries' ? 500 : 401
    if (Math.abs(Date.now() / 1000 - Number(at)) > 300 && flaw !== 'has no clock') return 400
    if (handled.has(event.id) && flaw === 'breaks at repeats') return 500
    if (handled.has(event.id) && flaw !== 'counts repeats') return 204
    handled.add(event.id)
    if (!/^charge\.(created|approved|rejected)$/.test(event.type)) return flaw === 'refuses unknown types' ? 422 : 202
    if (read) {
      const charge = await read(event.data.id)
      if (!charge) return 500
      reads.push({ told: event.data, charge })
      const paid = charge.status === 'APPROVED' ? 1 : 0
      charges.set(event.data.id, { status: charge.status, paid, sequence: event.sequence })
      return 200
    }
    if (event.data.pixCode === null && flaw === 'needs a code') return 422
    if (event.type === 'charge.rejected' && !charges.has(event.data.id) && flaw === 'refuses what it has not sold')
      return 404
    const held = charges.get(event.data.id) ?? { status: 'NEW', paid: 0, sequence: 0 }
    if (event.sequence < held.sequence && flaw !== 'last one wins') return 200
    if (held.status === 'REJECTED' && flaw === 'expired stays expired') return 200
    const paid = held.paid + (event.data.status === 'APPROVED' ? 1 : 0)
    charges.set(event.data.id, { status: event.data.status, paid, sequence: event.sequence })
    return 200
  }
  const path = `/${randomUUID()}`
  const server = createServer(async (request, response) => {
    let raw = ''
    for await (const chunk of request) raw += chunk
    // Meant for one that listened on this port before.
    if (!request.url?.startsWith(path)) return void response.writeHead(404).end()
    if (request.method === 'POST') return void response.writeHead(await take(request.headers, raw)).end()
    const held = charges.get(request.url.split('/').pop() ?? '')
    response.writeHead(held ? 200 : 404).end(JSON.stringify(held ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
  return { url: `${url}/hooks`, stateUrl: `${url}/charges/{id}`, arrived, reads, close: () => void server.close() }
}
