/** The papers of the people who work here: private, theirs and their administrators', and gone for good once deleted. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/support/ports.ts'
import { RECEIVER } from '../support/receivers.ts'
import { PHOTO, sendPaper } from './papers.ts'
import { browserOf, newPerson, type Signed } from './signing-in.ts'
import { startTestApi, type TestApi } from './support.ts'

let api: TestApi
let directory: string
let ana: Signed
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'trilho-papers-'))
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  api = await startTestApi({ settings: { publicUrl, storage: { type: 'local', directory } } })
  await api.app.listen({ port, host: '127.0.0.1' })
  ana = await newPerson(api)
})
afterAll(async () => {
  await api?.close()
  rmSync(directory, { recursive: true, force: true })
})

const papersOf = ({ id }: Signed) => `/v1/users/${id}/documents`
const give = async (person: Signed, name: string, url?: string) =>
  browserOf(api, person.cookie)('POST', `${papersOf(person)}/${name}`, {
    url: url ?? (await sendPaper(api, person.cookie)),
  })
const read = async (person: Signed): Promise<{ name: string; url: string }[]> =>
  (await browserOf(api, person.cookie)('GET', papersOf(person))).json().data

it.each(['photoDocument', 'photoPersonWithDocument', 'photoDocumentSocialContract', 'addressProof', 'balanceSheet'])(
  'a person gives %s, reads it for a minute, and deletes it for good',
  async (name) => {
    const url = await sendPaper(api, ana.cookie)
    expect((await give(ana, name, url)).statusCode).toBe(204)
    expect((await fetch(url)).status).toBe(401)
    const [paper] = await read(ana)
    expect(paper).toMatchObject({ name, expiresAt: expect.any(String), addedAt: expect.any(String) })
    expect(Buffer.from(await (await fetch(paper?.url ?? '')).arrayBuffer())).toEqual(PHOTO)
    const remove = () => browserOf(api, ana.cookie)('DELETE', `${papersOf(ana)}/${name}`)
    expect((await remove()).statusCode).toBe(204)
    expect((await fetch(paper?.url ?? '')).status).toBe(404)
    expect(await read(ana)).toEqual([])
    expect((await remove()).statusCode).toBe(404)
  },
)

it('a new paper takes the place of the one before, whose file is gone', async () => {
  const person = await newPerson(api)
  await give(person, 'addressProof')
  const [before] = await read(person)
  await give(person, 'addressProof')
  const after = await read(person)
  expect(after.map(({ name }) => name)).toEqual(['addressProof'])
  expect((await fetch(before?.url ?? '')).status).toBe(404)
  expect((await fetch(after[0]?.url ?? '')).status).toBe(200)
})

it('of two papers at once one is kept, and the file of the other is not left behind', async () => {
  const person = await newPerson(api)
  const files = [await sendPaper(api, person.cookie), await sendPaper(api, person.cookie)]
  const given = await Promise.all(files.map((url) => give(person, 'balanceSheet', url)))
  expect(given.map(({ statusCode }) => statusCode)).toEqual([204, 204])
  expect(await read(person)).toHaveLength(1)
  const again = await Promise.all(files.map((url) => give(person, 'addressProof', url)))
  expect(again.map(({ statusCode }) => statusCode).sort()).toEqual([409, 422])
})

describe('who else', () => {
  it('an administrator reads and deletes it, and the audit log says so', async () => {
    const person = await newPerson(api)
    await give(person, 'photoDocument')
    const { admin } = api.home.keys
    const { data, nextCursor } = (await api.call(admin, 'GET', papersOf(person))).json()
    expect((await fetch(data[0].url)).status).toBe(200)
    expect(nextCursor).toBeNull()
    expect((await api.call(admin, 'DELETE', `${papersOf(person)}/photoDocument`)).statusCode).toBe(204)
    const log = (await api.call(admin, 'GET', `/v1/audit-log?target=user/${person.id}`)).json()
    const about = log.data.filter(({ target }: { target: string }) => target === `user/${person.id}`)
    const actions = about.map(({ action }: { action: string }) => action)
    expect(actions).toContain('user.documents.read')
    expect(actions).toContain('user.document.delete')
  })

  it.each(['seller', 'operator'])('a %s finds none of them, whatever they do', async (role) => {
    await give(ana, 'photoDocument')
    const other = await newPerson(api, role)
    const url = await sendPaper(api, other.cookie)
    const browser = browserOf(api, other.cookie)
    const answers = [
      await browser('GET', papersOf(ana)),
      await browser('POST', `${papersOf(ana)}/photoDocument`, { url }),
      await browser('DELETE', `${papersOf(ana)}/photoDocument`),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
    expect(await read(ana)).toHaveLength(1)
  })

  it("another platform's administrator finds neither the person nor the paper", async () => {
    await give(ana, 'photoDocument')
    const theirs = api.other.keys.admin
    expect((await api.call(theirs, 'GET', papersOf(ana))).statusCode).toBe(404)
    expect((await api.call(theirs, 'DELETE', `${papersOf(ana)}/photoDocument`)).statusCode).toBe(404)
    expect(await read(ana)).toHaveLength(1)
  })

  it('another person does not make it their own paper or a receiver’s, and does not delete it with that', async () => {
    const person = await newPerson(api)
    const url = await sendPaper(api, person.cookie)
    await give(person, 'photoDocument', url)
    const thief = await newPerson(api)
    expect((await give(thief, 'photoDocument', url)).json()).toMatchObject({ status: 409, code: 'conflict' })
    const payload = { ...RECEIVER, documents: { photoDocument: url } }
    const receiver = await api.call(api.home.keys.seller, 'POST', '/v1/receivers', { payload })
    expect(receiver.json()).toMatchObject({
      status: 422,
      errors: [{ path: '/documents/photoDocument', rule: 'upload' }],
    })
    const [paper] = await read(person)
    expect((await fetch(paper?.url ?? '')).status).toBe(200)
  })
})

describe('what is no paper', () => {
  it.each([
    ['a file of another purpose', () => sendPaper(api, ana.cookie, { purpose: 'photoDocument' }), 'upload'],
    ['a public file', () => sendPaper(api, ana.cookie, { purpose: 'productImage' }), 'upload'],
    ['an address elsewhere', async () => 'https://elsewhere.example/papers/x.png', 'upload'],
    ['words in a picture’s name', () => sendPaper(api, ana.cookie, { bytes: Buffer.from('<html>') }), 'fileType'],
  ])('%s is refused', async (_, made, rule) => {
    const refused = await give(ana, 'balanceSheet', await made())
    expect(refused.json()).toMatchObject({ status: 422, errors: [{ path: '/url', rule }] })
  })

  it('an address to which nothing was sent is refused', async () => {
    const wanted = { fileName: 'rg.png', contentType: 'image/png', purpose: 'personPaper' }
    const { publicUrl } = (await browserOf(api, ana.cookie)('POST', '/v1/uploads', wanted)).json()
    expect((await give(ana, 'balanceSheet', publicUrl)).statusCode).toBe(422)
    expect((await fetch(publicUrl)).status).toBe(401)
  })
})
