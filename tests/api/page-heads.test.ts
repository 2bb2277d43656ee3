/** What a program that runs no script, as one that shows a link in a message, reads of the buyers' pages. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { platforms } from '../../db/schema/index.ts'
import { ADDRESS, type ChargingApi, NEW_CHARGE, NO_LIMITS, startChargingApi } from './charging.ts'

const PLAIN = `<!doctype html><html><head>
    <meta name="description" content="Pague." />
    <title>Trilho</title></head><body><div id="root"></div></body></html>`
const PICTURE = 'https://fotos.example/curso.webp'
const LOGO = 'https://fotos.example/logo.webp'

const webRoot = mkdtempSync(join(tmpdir(), 'trilho-heads-'))
let api: ChargingApi
beforeAll(async () => {
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Trilho</title>')
  writeFileSync(join(webRoot, 'buyer.html'), PLAIN)
  api = await startChargingApi({ webRoot, limits: NO_LIMITS, sweeps: false })
  await api.connect('PAGUESAFE')
})
afterAll(async () => {
  await api?.close()
  rmSync(webRoot, { recursive: true })
})

const look = (changes: Partial<typeof platforms.$inferInsert>) =>
  api.database.writer.update(platforms).set(changes).where(eq(platforms.id, api.home.platformId))

async function make(path: string, payload: object) {
  const answer = await api.call(api.home.keys.seller, 'POST', `/v1/${path}`, { payload })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const get = (url: string, method = 'GET') => api.call(null, method, url, { headers: { accept: '*/*' } })
/** The tags that stand in the page, as a parser reads them. */
function tagsOf(page: string): Record<string, string> {
  const plain = (text = '') => text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
  const metas = [...page.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)" \/>/g)]
  const title = /<title>([^<]*)<\/title>/.exec(page)?.[1]
  return Object.fromEntries([['title', plain(title)], ...metas.map(([, name, text]) => [name, plain(text)])])
}
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

describe('a page that sells', () => {
  it('says what it sells, whose it is and for how much, with its picture', async () => {
    await look({ name: 'Padaria Sol', logoUrl: LOGO })
    const product = { name: 'Curso', description: 'Em vídeo,\n doze aulas' }
    const { id: productId } = await make('products', product)
    const offer = { productId, name: 'Curso de pão', price: 123_450, paymentMethods: ['PIX'], slug: 'curso-de-pao' }
    const { url } = await make('offers', offer)
    const answer = await get('/buy/curso-de-pao')
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    })
    expect(answer.headers['x-robots-tag']).toBeUndefined()
    expect(tagsOf(answer.body)).toEqual({
      title: 'Curso de pão · Padaria Sol',
      description: 'R$ 1.234,50 · Em vídeo, doze aulas',
      'og:type': 'website',
      'og:title': 'Curso de pão · Padaria Sol',
      'og:site_name': 'Padaria Sol',
      'og:description': 'R$ 1.234,50 · Em vídeo, doze aulas',
      'og:url': url,
      'og:image': LOGO,
    })
    expect(answer.body).toContain('<div id="root"></div>')
    expect((await get('/buy/curso-de-pao', 'HEAD')).statusCode).toBe(200)
  })

  it('of a link without a title is named after its seller, and may be found', async () => {
    await look({ name: 'Padaria Sol', logoUrl: null })
    const { url } = await make('payment-links', { amount: 4900 })
    const answer = await get(`${new URL(url).pathname}?utm_source=x`)
    expect(answer.headers['x-robots-tag']).toBeUndefined()
    const tags = tagsOf(answer.body)
    expect(tags).toMatchObject({ title: 'Padaria Sol', description: 'R$ 49,00' })
    expect(tags['og:image']).toBeUndefined()
  })

  it.each([
    `</title><script>alert(1)</script>`,
    `"><script src=//evil.example></script>`,
    `' onload='alert(1)`,
    `<!-- $& $\` $' --> &lt;b&gt;`,
  ])('shows a hostile name as words: %s', async (name) => {
    await look({ name, logoUrl: `${PICTURE}?"><script>` })
    const { url } = await make('payment-links', { amount: 4900, title: name })
    const { body } = await get(new URL(url).pathname)
    expect(body).not.toContain('<script')
    expect(body.match(/<title>/g)).toHaveLength(1)
    expect(body).not.toMatch(/content="[^"]*"[^ ]/)
    expect(tagsOf(body)).toMatchObject({ title: `${name} · ${name}`, 'og:image': `${PICTURE}?"><script>` })
    expect(body.replace(/<title>[\s\S]*?<meta property="og:image"[^>]*>/, '')).toBe(
      PLAIN.replace(/<meta name="description"[^>]*>\s*/, '').replace(/<title>.*?<\/title>/, ''),
    )
  })

  it.each(['/buy/nada', '/buy/x%22%3E', '/buy/a.b'])('%s is there as it was', async (url) => {
    const answer = await get(url)
    expect([answer.statusCode, answer.body]).toEqual([200, PLAIN])
  })
})

describe('a payment', () => {
  it('says its seller alone, and is left out by search engines', async () => {
    await look({ name: 'Padaria & Sol', logoUrl: LOGO })
    const { url } = await make('payment-links', { amount: 4900, title: 'Segredo' })
    const slug = new URL(url).pathname.split('/').at(-1)
    const paid = await api.call(null, 'POST', `/v1/checkout/pages/${slug}/charges`, {
      payload: { customer: NEW_CHARGE.customer, address: ADDRESS, paymentMethod: 'PIX' },
      headers: { 'idempotency-key': uuidv7() },
    })
    const answer = await get(`/pay/${paid.json().token}`)
    expect(answer.headers['x-robots-tag']).toBe('noindex')
    expect(tagsOf(answer.body)).toEqual({
      title: 'Pagar Padaria & Sol',
      description: 'Pague.',
      'og:type': 'website',
      'og:title': 'Pagar Padaria & Sol',
      'og:site_name': 'Padaria & Sol',
    })
    expect(answer.body).not.toMatch(/Segredo|49/)
  })

  it('that is unknown is there as it was', async () => {
    const answer = await get('/pay/some-token-that-is-of-no-payment')
    expect([answer.statusCode, answer.body, answer.headers['x-robots-tag']]).toEqual([200, PLAIN, 'noindex'])
  })
})

it('asks the database once for a page that many look at, and answers without it', async () => {
  const { url } = await make('payment-links', { amount: 4900, title: 'Antes' })
  const { pathname } = new URL(url)
  expect(tagsOf((await get(pathname)).body).title).toContain('Antes')
  const down = { ...api.app.health.database, isDown: () => true }
  const real = api.app.health.database
  Object.assign(api.app.health, { database: down })
  try {
    expect(tagsOf((await get(pathname)).body).title).toContain('Antes')
    expect((await get('/buy/outra')).body).toBe(PLAIN)
  } finally {
    Object.assign(api.app.health, { database: real })
  }
})
