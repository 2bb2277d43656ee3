/** Tokens and certificates: fetched once for many callers, renewed before they expire, forgotten when they fail. */
import { expect, test, vi } from 'vitest'
import { ProviderError } from '../../domain/provider-error.ts'
import { createCertificateCache } from '../../gateway/certificates.ts'
import { createTokenCache } from '../../gateway/tokens.ts'
import { clientBundle, loadCertificates } from '../../sandbox/certificates.ts'

const clock = () => {
  let time = 1_800_000_000_000
  return {
    now: () => time,
    pass: (seconds: number) => {
      time += seconds * 1000
    },
  }
}

test('many callers share one token until shortly before it expires', async () => {
  const { now, pass } = clock()
  const tokens = createTokenCache(now)
  let fetched = 0
  const fetch = vi.fn(async () => ({ token: `token ${++fetched}`, expiresInSeconds: 1800 }))
  const get = () => tokens.get('account', { id: 'a' }, fetch, 60)
  expect(await Promise.all([get(), get(), get()])).toEqual(['token 1', 'token 1', 'token 1'])
  pass(1739)
  expect(await get()).toBe('token 1')
  pass(2)
  expect(await get()).toBe('token 2')
  expect(fetch).toHaveBeenCalledTimes(2)
})

test.each([
  [
    'after the provider refused it',
    (tokens: ReturnType<typeof createTokenCache>) => tokens.forget('account'),
    { id: 'a' },
  ],
  ['with other credentials', () => {}, { id: 'b' }],
])('a token is fetched anew %s', async (_name, act, credentials) => {
  const tokens = createTokenCache()
  let fetched = 0
  const fetch = async () => ({ token: `token ${++fetched}`, expiresInSeconds: 1800 })
  await tokens.get('account', { id: 'a' }, fetch, 60)
  act(tokens)
  expect(await tokens.get('account', credentials, fetch, 60)).toBe('token 2')
})

test('a token that could not be fetched is not remembered', async () => {
  const tokens = createTokenCache()
  const down = async () => Promise.reject(new ProviderError('NotSent', 'down'))
  await expect(tokens.get('account', {}, down, 60)).rejects.toThrow('down')
  expect(await tokens.get('account', {}, async () => ({ token: 'up', expiresInSeconds: 1800 }), 60)).toBe('up')
})

const MADE = await loadCertificates(null)
const PEM = clientBundle(MADE)
const NO_CERTIFICATE = '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n'
const NO_KEY = '-----BEGIN PRIVATE KEY-----\nAA==\n-----END PRIVATE KEY-----\n'

function certificateServer(answers: { status: number; body: string }[]) {
  const send = vi.fn(async () => ({ headers: {}, status: 500, body: '', ...answers.shift() }))
  return { send, http: { send, close: () => {} } }
}

test('a certificate is downloaded once an hour', async () => {
  const { now, pass } = clock()
  const { send, http } = certificateServer([
    { status: 200, body: PEM },
    { status: 200, body: PEM },
  ])
  const certificates = createCertificateCache(http, now)
  const get = () => certificates.get('account', 'https://platform.example/cert.pem')
  const [first] = await Promise.all([get(), get()])
  expect(first).toMatchObject({ certificate: MADE.clientCertificate.trim(), authorities: [MADE.authority.trim()] })
  pass(3599)
  await get()
  expect(send).toHaveBeenCalledTimes(1)
  pass(2)
  await get()
  expect(send).toHaveBeenCalledTimes(2)
})

test.each([
  ['no address', null, [], 'Unauthorized'],
  ['nothing there', 'https://platform.example/', [{ status: 404, body: '' }], 'Unauthorized'],
  ['no key in it', 'https://platform.example/', [{ status: 200, body: 'hello' }], 'Unauthorized'],
  ['a server in trouble', 'https://platform.example/', [{ status: 503, body: '' }], 'NotSent'],
])('%s: no certificate, and nothing is sent', async (_name, url, answers, kind) => {
  const certificates = createCertificateCache(certificateServer(answers).http)
  const error = await certificates.get('account', url).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ kind })
  if (kind === 'Unauthorized') expect(error).toMatchObject({ message: 'Unauthorized.' })
})

test('an address that serves no certificate is asked again after a minute', async () => {
  const { now, pass } = clock()
  const { send, http } = certificateServer([
    { status: 200, body: 'hello' },
    { status: 200, body: PEM },
  ])
  const certificates = createCertificateCache(http, now)
  const get = () => certificates.get('account', 'https://platform.example/cert.pem')
  await expect(get()).rejects.toMatchObject({ kind: 'Unauthorized' })
  pass(59)
  await expect(get()).rejects.toMatchObject({ kind: 'Unauthorized' })
  expect(send).toHaveBeenCalledTimes(1)
  pass(2)
  expect(await get()).toMatchObject({ certificate: MADE.clientCertificate.trim() })
})

test.each([
  ['much longer than a certificate', `${PEM}${' '.repeat(64 * 1024)}`],
  ['with a second certificate that is none', `${PEM}${NO_CERTIFICATE}`],
  ['whose certificate is none', `${NO_CERTIFICATE}${MADE.clientKey}`],
  ['whose key is none', `${MADE.clientCertificate}${NO_KEY}`],
  ['with the key of another certificate', `${MADE.clientCertificate}${MADE.serverKey}`],
  ['of beginnings without an end', '-----BEGIN CERTIFICATE-----'.repeat(77_000)],
])('a text %s is none', async (_name, body) => {
  const { http } = certificateServer([{ status: 200, body }])
  const error = await createCertificateCache(http).get('account', 'https://platform.example/').catch(String)
  expect(error).toContain('Unauthorized')
})

test('each certificate of a bundle ends where it ends, whatever the order of its parts', async () => {
  const { clientCertificate: certificate, clientKey: key } = MADE
  const body = `${key}\n${certificate}\n-----BEGIN CERTIFICATE-----`
  const { http } = certificateServer([{ status: 200, body }])
  const identity = await createCertificateCache(http).get('account', 'https://platform.example/')
  expect(identity).toEqual({ certificate: certificate.trim(), key: key.trim(), authorities: [] })
})
