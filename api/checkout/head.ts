/**
 * What the head of a buyers' page says to programs that run no script: a link in a message is shown as whose it is, what it sells and for
 * how much. Of a payment only the seller.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { findCheckout } from '../../db/queries/charge/read.ts'
import { findPage } from '../../db/queries/selling/pages.ts'
import { defined } from '../../domain/defined.ts'
import { cents, formatMoney } from '../../domain/money.ts'
import { termsOf } from './page.ts'

interface Head {
  title: string
  siteName: string
  description?: string
  url?: string
  image?: string
}

const ADDRESS = /^\/(?:buy\/(?<slug>[A-Za-z0-9_-]{2,60})|pay\/(?<token>[A-Za-z0-9_-]{20,100}))\/?(?:\?|$)/

/** What one buyer pays is no search engine's, wherever its address is posted. A page that sells may be found. */
export const isUnlisted = (url: string): boolean => url.startsWith('/pay/')

const FRESH_MS = 10_000
const MOST_KEPT = 1_000
/** Pages are not limited per address, as files are not: however many are asked for, buyers keep the database. */
const MOST_READING = 4
/** The page itself says what is wrong. */
const PATIENCE_MS = 500
const MOST_DESCRIBED = 200

type Heads = (url: string) => Promise<Head | undefined>

/** @returns the head of the page at an address; undefined where there is no page, or it cannot be said now. */
export function createHeads(app: FastifyInstance): Heads {
  const known = new LRUCache<string, { head: Head | undefined }>({ max: MOST_KEPT, ttl: FRESH_MS })
  let reading = 0
  const read = async (key: string, find: () => Promise<Head | undefined>) => {
    reading += 1
    try {
      const head = await find()
      known.set(key, { head })
      return head
    } catch (error) {
      app.log.warn({ err: error }, 'the head of a page could not be read')
      return undefined
    } finally {
      reading -= 1
    }
  }
  return async (url) => {
    const { slug, token } = ADDRESS.exec(url)?.groups ?? {}
    const key = slug ?? token
    if (key === undefined) return undefined
    const kept = known.get(key)
    if (kept) return kept.head
    if (reading >= MOST_READING || app.health.database.isDown()) return undefined
    const found = read(key, () => (slug === undefined ? ofPayment(app, key) : ofPage(app, slug)))
    return Promise.race([found, pause(PATIENCE_MS, undefined, { ref: false })])
  }
}

async function ofPage({ database, settings }: FastifyInstance, slug: string): Promise<Head | undefined> {
  const page = await findPage(database.writer, slug)
  if (!page) return undefined
  const { price, title } = termsOf(page)
  const { name, logoUrl } = page.platform
  const product = page.sold?.product
  const about = product?.description?.replace(/\s+/g, ' ').trim()
  const said = [formatMoney(cents(price)), ...(about ? [about] : [])].join(' · ')
  const image = product?.imageUrl ?? logoUrl
  return {
    title: title ? `${title} · ${name}` : name,
    siteName: name,
    description: [...said].slice(0, MOST_DESCRIBED).join(''),
    url: `${settings.publicUrl}/buy/${slug}`,
    ...defined({ image: image ?? undefined }),
  }
}

async function ofPayment({ database }: FastifyInstance, token: string): Promise<Head | undefined> {
  const found = await findCheckout(database.writer, { token })
  return found && { title: `Pagar ${found.seller.seller}`, siteName: found.seller.seller }
}

/** The page's text with this head in place of its own title and description. */
export function withHead(page: string, head: Head): string {
  const { title, siteName, description, url, image } = head
  const shared = { type: 'website', title, site_name: siteName, ...defined({ description, url, image }) }
  const tags = [
    `<title>${escaped(title)}</title>`,
    ...(description === undefined ? [] : [`<meta name="description" content="${escaped(description)}" />`]),
    ...Object.entries(shared).map(([name, text]) => `<meta property="og:${name}" content="${escaped(text)}" />`),
  ].join('\n    ')
  const bare = description === undefined ? page : page.replace(/<meta name="description"[^>]*>\s*/, '')
  // A function, because a name with a "$" is no pattern.
  return bare.replace(/<title>[^<]*<\/title>/, () => tags)
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
