/** Files that the SDK sends and fetches, over real HTTP: the API answers with addresses of another server. */
import { createServer, type IncomingMessage } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FileContent, Trilho, TrilhoApiError, TrilhoConnectionError } from '../../sdk/index.ts'
import { AT_ONCE, DROPS, type FlakyApi, HANGS, type Reply, refuses, says, startFlakyApi } from './flaky-api.ts'

const CSV = 'id;valor\n1;19,90\n'
const API_KEY = 'trk_very_secret'

let api: FlakyApi
let store: FlakyApi
beforeEach(async () => {
  api = await startFlakyApi()
  store = await startFlakyApi()
})
afterEach(async () => {
  await api.close()
  await store.close()
})

const client = (options = {}) => new Trilho({ apiKey: API_KEY, baseUrl: api.url, ...options })
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )

/** A new address each time that one is asked for. */
function givesAddresses(): void {
  let given = 0
  api.replies.push((response, asked) => {
    given += 1
    says(200, { url: `${store.url}/papers/proof.pdf?signature=${given}`, expiresAt: '2026-03-01T00:01:00Z' })(
      response,
      asked,
    )
  })
}

const gives =
  (content: string, headers: Record<string, string> = {}): Reply =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8', ...headers })
    response.end(content)
  }

/** So many bytes are announced, and fewer come. */
const BREAKS_OFF: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'text/csv', 'content-length': '1000' })
  response.write(CSV, () => response.destroy())
}

const STOPS_COMING: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'text/csv', 'content-length': '1000' })
  response.write(CSV)
}

test('an export has its name, type and size, and comes piece by piece', async () => {
  givesAddresses()
  const disposition = { 'content-disposition': 'attachment; filename="trilho-charges-2026-03-01.csv"' }
  store.replies.push(gives(CSV, { ...disposition, 'content-length': String(CSV.length) }))
  const file = await client().exports.download('e1')
  expect(file).toMatchObject({
    fileName: 'trilho-charges-2026-03-01.csv',
    contentType: 'text/csv; charset=utf-8',
    size: CSV.length,
  })
  const pieces: Uint8Array[] = []
  for await (const piece of file.content) pieces.push(piece)
  expect(Buffer.concat(pieces).toString()).toBe(CSV)
  expect(api.asked.map(({ url }) => url)).toEqual(['/v1/exports/e1/download'])
})

test('the API key stays with the API, and a file without a name is called as its address', async () => {
  givesAddresses()
  store.replies.push(gives('%PDF-', { 'content-type': 'application/pdf' }))
  const file = await client().disputes.downloadEvidence('d1', 'p1')
  expect(file).toMatchObject({ fileName: 'proof.pdf', contentType: 'application/pdf' })
  const whole = await file.blob()
  expect([whole.type, await whole.text()]).toEqual(['application/pdf', '%PDF-'])
  expect(api.asked[0]?.headers.authorization).toBe(`Bearer ${API_KEY}`)
  expect(JSON.stringify(store.asked)).not.toContain(API_KEY)
})

test.each(['../evil.sh', 'a/b.csv', 'a\\b.csv'])('a name that leads elsewhere, %s, is not taken', async (name) => {
  givesAddresses()
  store.replies.push(gives(CSV, { 'content-disposition': `attachment; filename="${name}"` }))
  expect((await client().exports.download('e1')).fileName).toBe('proof.pdf')
})

test('one of several papers is fetched by its name, and is undefined where there is none', async () => {
  const data = ['photoDocument', 'addressProof'].map((name) => ({ name, url: `${store.url}/${name}.png` }))
  api.replies.push(says(200, { data }))
  store.replies.push(gives('paper'))
  expect(await (await client().receivers.downloadDocument('r1', 'addressProof'))?.text()).toBe('paper')
  expect(await client().users.downloadDocument('u1', 'balanceSheet')).toBeUndefined()
  expect(store.asked.map(({ url }) => url)).toEqual(['/addressProof.png'])
  expect(api.asked.map(({ url }) => url)).toEqual(['/v1/receivers/r1/documents', '/v1/users/u1/documents'])
})

test.each([
  ['a connection that drops', DROPS],
  ['a store that is down', says(503, '<Error/>', AT_ONCE)],
])('%s: it is fetched again, from a new address', async (_, reply) => {
  givesAddresses()
  store.replies.push(reply, gives(CSV))
  expect(await (await client().exports.download('e1')).text()).toBe(CSV)
  expect(store.asked.map(({ url }) => url.split('?')[1])).toEqual(['signature=1', 'signature=2'])
})

test('what the API or the store says is an error like any other', async () => {
  api.replies.push(refuses(409, 'conflict', { detail: 'The file is still being written' }))
  expect(await failureOf(client().exports.download('e1'))).toMatchObject({ status: 409, code: 'conflict' })
  api.replies.length = 0
  givesAddresses()
  store.replies.push(says(403, '<Error><Code>AccessDenied</Code></Error>'))
  const error = await failureOf(client().exports.download('e1'))
  expect(error).toBeInstanceOf(TrilhoApiError)
  expect(error).toMatchObject({ status: 403, code: undefined })
  expect(store.asked).toHaveLength(1)
})

test.each([
  ['breaks off', BREAKS_OFF, 'network', 30_000],
  ['stops coming', STOPS_COMING, 'timeout', 300],
] as const)('a file that %s is no file', async (_, reply, reason, timeout) => {
  givesAddresses()
  store.replies.push(reply)
  const file = await client({ timeout }).exports.download('e1')
  const error = await failureOf(file.text())
  expect(error).toBeInstanceOf(TrilhoConnectionError)
  expect(error).toMatchObject({ reason })
})

test('a download is given up by its signal, before and while it comes', async () => {
  givesAddresses()
  const giveUp = new AbortController()
  store.replies.push(STOPS_COMING)
  const file = await client().exports.download('e1', { signal: giveUp.signal })
  const whole = failureOf(file.text())
  giveUp.abort()
  expect(await whole).toMatchObject({ reason: 'aborted' })
  expect(await failureOf(client().exports.download('e1', { signal: giveUp.signal }))).toMatchObject({
    reason: 'aborted',
  })
})

/** What `create` answers; its address is of the store. */
function takesUploads(): void {
  let given = 0
  api.replies.push((response, asked) => {
    given += 1
    const headers = { 'content-type': 'image/png', 'cache-control': 'private' }
    const publicUrl = `${store.url}/files/${given}.png`
    says(201, { method: 'PUT', uploadUrl: `${store.url}/put/${given}`, headers, publicUrl })(response, asked)
  })
}

const stream = () =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of ['pic', 'ture']) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })

test.each([
  ['a text', () => 'picture'],
  ['bytes', () => new TextEncoder().encode('picture')],
  ['a buffer', () => Buffer.from('picture')],
  ['a blob', () => new Blob(['picture'])],
  ['a stream', stream],
] as [string, () => FileContent][])('%s is uploaded as its address asks for', async (_, content) => {
  takesUploads()
  store.replies.push(says(200, { stored: true }))
  const described = { fileName: 'rg.png', contentType: 'image/png', purpose: 'photoDocument' } as const
  const upload = await client().uploads.send({ ...described, file: content() })
  expect(upload.publicUrl).toBe(`${store.url}/files/1.png`)
  expect(JSON.parse(api.asked[0]?.body ?? '')).toEqual({ ...described, size: 7 })
  expect(store.asked).toMatchObject([
    {
      method: 'PUT',
      url: '/put/1',
      body: 'picture',
      headers: { 'content-type': 'image/png', 'cache-control': 'private', 'content-length': '7' },
    },
  ])
  expect(JSON.stringify(store.asked)).not.toContain(API_KEY)
})

test('an upload whose answer is lost is sent again, to an address that has taken nothing', async () => {
  takesUploads()
  store.replies.push(DROPS, says(503, '', AT_ONCE), says(200, {}))
  const described = { fileName: 'rg.png', contentType: 'image/png', purpose: 'photoDocument' } as const
  expect((await client().uploads.send({ ...described, file: stream() })).publicUrl).toBe(`${store.url}/files/3.png`)
  expect(store.asked.map(({ url, body }) => [url, body])).toEqual([
    ['/put/1', 'picture'],
    ['/put/2', 'picture'],
    ['/put/3', 'picture'],
  ])
  store.replies.splice(0, 1, HANGS)
  const error = failureOf(client({ timeout: 100, retries: 0 }).uploads.send({ ...described, file: 'picture' }))
  expect(await error).toMatchObject({ reason: 'timeout' })
})

async function formIn({ headers }: IncomingMessage, body: Buffer): Promise<[string, string, string?][]> {
  const type = headers['content-type'] ?? ''
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  return Promise.all(
    [...form].map(async ([name, part]) =>
      typeof part === 'string' ? [name, part] : [name, await part.text(), part.name],
    ) as Promise<[string, string, string?]>[],
  )
}

test.each([
  ['a text', { file: CSV }, 'file'],
  ['a text with a name', { file: CSV, fileName: 'março.csv' }, 'março.csv'],
  ['a file', { file: new File([CSV], 'abril.csv') }, 'abril.csv'],
  ['a stream', { file: new Response(CSV).body as ReadableStream<Uint8Array>, fileName: 'maio.csv' }, 'maio.csv'],
] as [string, { file: FileContent; fileName?: string }, string][])(
  'a statement is a form: %s',
  async (_, given, fileName) => {
    const forms: [string, string, string?][][] = []
    const server = createServer(async (request, response) => {
      const pieces: Buffer[] = []
      for await (const piece of request) pieces.push(piece)
      forms.push(await formIn(request, Buffer.concat(pieces)))
      response.writeHead(201).end(JSON.stringify({ id: 's1', rows: 1, matched: 1, items: 0 }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = server.address() as { port: number }
      const trilho = new Trilho({ apiKey: API_KEY, baseUrl: `http://127.0.0.1:${port}` })
      const columns = { transactionId: 'id', amount: 'valor' }
      const imported = await trilho.reconciliation.importStatement({ ...given, providerAccountId: 'a1', columns })
      expect(imported).toMatchObject({ rows: 1, matched: 1 })
      expect(Object.fromEntries(forms[0]?.map(([name, ...rest]) => [name, rest]) ?? [])).toEqual({
        file: [CSV, fileName],
        providerAccountId: ['a1'],
        columns: [JSON.stringify(columns)],
      })
    } finally {
      server.closeAllConnections()
      server.close()
    }
  },
)

test('an import is never made again', async () => {
  api.replies.push(refuses(429, 'rate_limited'), DROPS)
  const ask = () => failureOf(client().reconciliation.importStatement({ file: CSV, providerAccountId: 'a1' }))
  expect(await ask()).toMatchObject({ status: 429 })
  expect(await ask()).toMatchObject({ reason: 'network' })
  expect(api.asked).toHaveLength(2)
})
