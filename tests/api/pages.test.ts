import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from './support.ts'

const webRoot = mkdtempSync(join(tmpdir(), 'trilho-web-'))
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
let built: TestApi
let notBuilt: TestApi
beforeAll(async () => {
  mkdirSync(join(webRoot, 'assets'))
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Trilho</title>')
  writeFileSync(join(webRoot, 'buyer.html'), '<!doctype html><title>Loja</title>')
  writeFileSync(join(webRoot, 'favicon.svg'), '<svg/>')
  writeFileSync(join(webRoot, 'icon.svg'), '<svg id="icon"/>')
  writeFileSync(join(webRoot, 'assets', 'main-4f2a.js'), 'export {}')
  ;[built, notBuilt] = await Promise.all([startTestApi({ webRoot }), startTestApi({ webRoot: join(webRoot, 'none') })])
})
afterAll(async () => {
  await Promise.all([built?.close(), notBuilt?.close()])
  rmSync(webRoot, { recursive: true })
})

function ofTheApp(url: string) {
  return [url, 'app', 'Trilho'] as const
}

function ofTheBuyers(url: string) {
  return [url, 'buyers', 'Loja'] as const
}

describe('the web UI', () => {
  it.each([
    ...['/', '/charges', '/charges/01a1-x', '/v1x', '/webhooks', '/settings/api-keys?tab=1', '/payments'].map(ofTheApp),
    ...['/pay/some-token', '/buy/some-slug', '/buy/some-slug?order=1'].map(ofTheBuyers),
  ])('%s is a page of the %s', async (url, _whose, title) => {
    const answer = await built.call(null, 'GET', url, { headers: html })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.body).toContain(`<title>${title}</title>`)
  })

  it.each([
    ...['/docs', '/docs/', '/docs?on=webhooks', '/sign-in'].map(ofTheApp),
    ...['/pay/some-token', '/buy/some-slug', '/buy/some-slug/'].map(ofTheBuyers),
  ])('%s is a page for a client that accepts anything', async (url, _whose, title) => {
    for (const headers of [{ accept: '*/*' }, {}]) {
      const answer = await built.call(null, 'GET', url, { headers })
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toContain(`<title>${title}</title>`)
      expect((await built.call(null, 'HEAD', url, { headers })).statusCode).toBe(200)
    }
  })

  it('keeps what never changes, and asks again for the rest', async () => {
    const asset = await built.call(null, 'GET', '/assets/main-4f2a.js')
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(asset.headers['content-type']).toContain('javascript')
    expect((await built.call(null, 'GET', '/favicon.svg')).headers['cache-control']).toBe('no-cache')
  })

  it('has its icon where a browser looks for one by itself', async () => {
    const answer = await built.call(null, 'GET', '/favicon.ico', { headers: { accept: 'image/*,*/*;q=0.8' } })
    expect([answer.statusCode, answer.body]).toEqual([200, '<svg id="icon"/>'])
    expect(answer.headers['content-type']).toContain('image/svg+xml')
    expect((await built.call(null, 'HEAD', '/favicon.ico')).statusCode).toBe(200)
  })

  it.each([
    ['/v1/nothing', html],
    ['/v1', html],
    ['/webhooks/x', html],
    ['/health/nothing', html],
    ['/codec/nothing', html],
    ['/assets/gone.js', {}],
    ['/nothing', { accept: 'application/json' }],
    ['/docs', { accept: 'application/json' }],
    ['/charges', { accept: '*/*' }],
    ['/..%2f..%2fetc%2fpasswd', {}],
  ])('%s is none', async (url, headers) => {
    const answer = await built.call(null, 'GET', url, { headers })
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  })

  it('is whole for everyone who shares an address', async () => {
    const few = await startTestApi({ webRoot, limits: { anonymousPerMinute: 3 } })
    try {
      const urls = ['/', '/charges', '/pay/some-token', '/assets/main-4f2a.js', '/favicon.svg']
      const seen: number[] = []
      for (const url of [...urls, ...urls]) seen.push((await few.call(null, 'GET', url, { headers: html })).statusCode)
      expect(new Set(seen)).toEqual(new Set([200]))
      for (let asked = 0; asked < 3; asked += 1) await few.call(null, 'GET', '/openapi.json')
      expect((await few.call(null, 'GET', '/openapi.json')).statusCode).toBe(429)
    } finally {
      await few.close()
    }
  })

  it('says how to build it when it is missing', async () => {
    const answer = await notBuilt.call(null, 'GET', '/charges', { headers: html })
    expect(answer.statusCode).toBe(503)
    expect(answer.body).toContain('npm run build:web')
  })
})

describe('headers', () => {
  it.each(['/', '/v1/me', '/health/live'])('%s keeps the browser strict', async (url) => {
    const { headers } = await built.call(null, 'GET', url, { headers: html })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' })
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(headers['x-powered-by']).toBeUndefined()
  })

  it('are not sent to another origin', async () => {
    const answer = await built.call(null, 'OPTIONS', '/v1/charges', {
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })

  it('promise https in production alone', async () => {
    expect((await built.call(null, 'GET', '/')).headers['strict-transport-security']).toBeUndefined()
    const production = await startTestApi({ settings: { production: true, publicUrl: 'https://pay.example' } })
    try {
      const { headers } = await production.call(null, 'GET', '/')
      expect(headers['strict-transport-security']).toContain('max-age=31536000')
      expect(headers['content-security-policy']).toContain('upgrade-insecure-requests')
      const signedIn = await production.call(null, 'POST', '/v1/auth/sign-in', {
        payload: { email: production.home.emails.seller, password: 'correct horse battery' },
      })
      expect(signedIn.cookies).toMatchObject([
        { name: '__Secure-trilho.session_token', secure: true, httpOnly: true },
        { name: 'trilho.known', secure: true, httpOnly: true },
      ])
      const { components } = (await production.call(null, 'GET', '/openapi.json')).json()
      expect(signedIn.cookies).toContainEqual(
        expect.objectContaining({ name: components.securitySchemes.session.name }),
      )
      expect((await production.call(null, 'GET', '/metrics')).statusCode).toBe(401)
      expect((await production.call(production.home.keys.operator, 'GET', '/metrics')).statusCode).toBe(200)
      expect((await production.call(production.other.keys.admin, 'GET', '/metrics')).statusCode).toBe(403)
    } finally {
      await production.close()
    }
  })
})

describe('the reference page', () => {
  it('needs nothing from anywhere else', async () => {
    const page = await built.call(null, 'GET', '/docs/reference/')
    const policy = String(page.headers['content-security-policy'])
    expect(page.statusCode).toBe(200)
    expect(policy).not.toMatch(/https?:|\*/)
    expect(page.body).not.toMatch(/(src|href)="https?:/)
    const script = /src="([^"]+)"/.exec(page.body)?.[1] ?? ''
    const loaded = await built.call(null, 'GET', new URL(script, 'http://x/docs/reference/').pathname)
    expect(loaded.statusCode).toBe(200)
    expect(loaded.headers['content-type']).toContain('javascript')
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    expect(page.body).toContain(`nonce="${nonce}"`)
  })

  it('shows nothing for the makers of its viewer, and leads back', async () => {
    const page = await built.call(null, 'GET', '/docs/reference/')
    expect(page.body).toMatch(/"showDeveloperTools":\s*"never"/)
    const { body } = await built.call(null, 'GET', '/openapi.json')
    expect(JSON.parse(body).info.description).toContain('](/)')
  })
})

it('without the UI, /docs leads to the reference, which needs none', async () => {
  const { statusCode, headers } = await notBuilt.call(null, 'GET', '/docs', { headers: { accept: 'text/html' } })
  expect([statusCode, headers.location]).toEqual([302, '/docs/reference'])
  expect((await notBuilt.call(null, 'GET', '/docs/reference/')).statusCode).toBe(200)
  expect((await built.call(null, 'GET', '/docs', { headers: { accept: 'text/html' } })).statusCode).toBe(200)
})
