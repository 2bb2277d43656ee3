/** A user's named filters follow them to any browser, and no other user or platform has them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MOST_SAVED_FILTERS } from '../../domain/saved-filter.ts'
import { browserOf, newPerson } from './signing-in.ts'
import { PASSWORD, type TestApi } from './support.ts'
import { startTwoPlatforms, type TwoPlatforms } from './two-platforms.ts'

const FILTERS = '/v1/me/saved-filters'
const PENDING = { list: 'charges', name: 'Em aberto', search: 'status=PENDING' }

let api: TestApi
let two: TwoPlatforms
beforeAll(async () => {
  two = await startTwoPlatforms()
  api = two.api
})
afterAll(() => api?.close())

/** A new user's browser. */
async function newBrowser() {
  const person = await newPerson(api)
  return { ...person, browser: browserOf(api, person.cookie) }
}

type Asking = ReturnType<typeof browserOf>
const kept = async (browser: Asking, prefix = '') => (await browser('GET', `${prefix}${FILTERS}`)).json().data

describe('a saved filter', () => {
  it('is read in another browser of its user, replaced under its name, and deleted', async () => {
    const { email, browser } = await newBrowser()
    const elsewhere = browserOf(api, await api.signIn(email))
    const first = await browser('POST', FILTERS, {
      ...PENDING,
      name: '  Em aberto ',
      search: 'status=PENDING&period=week',
    })
    expect([first.statusCode, first.json()]).toEqual([
      201,
      { ...PENDING, id: expect.any(String), search: 'period=week&status=PENDING' },
    ])
    expect(await kept(elsewhere)).toEqual([first.json()])
    const second = { ...first.json(), search: 'q=ana+maria' }
    expect((await elsewhere('POST', FILTERS, { ...PENDING, search: 'q=ana%20maria' })).json()).toEqual(second)
    const others = [
      { ...PENDING, list: 'refunds', search: 'state=PENDING' },
      { ...PENDING, name: 'em aberto' },
    ]
    for (const other of others) expect((await browser('POST', FILTERS, other)).statusCode).toBe(201)
    expect(await kept(browser)).toHaveLength(3)
    const remove = () => browser('DELETE', `${FILTERS}/${second.id}`)
    expect([(await remove()).statusCode, (await remove()).statusCode]).toEqual([204, 404])
    expect(await kept(elsewhere)).toEqual(others.map((other) => expect.objectContaining(other)).toReversed())
  })

  it('is renamed, unless another one of its list has the name', async () => {
    const { browser } = await newBrowser()
    const { id } = (await browser('POST', FILTERS, PENDING)).json()
    await browser('POST', FILTERS, { ...PENDING, name: 'Outro' })
    await browser('POST', FILTERS, { list: 'refunds', name: 'De lá', search: 'state=PENDING' })
    const rename = (name: string) => browser('PATCH', `${FILTERS}/${id}`, { name })
    const renamed = await rename(' De lá ')
    expect([renamed.statusCode, renamed.json()]).toEqual([200, { ...PENDING, id, name: 'De lá' }])
    const taken = await rename('Outro')
    expect([taken.statusCode, taken.json().errors]).toEqual([
      422,
      [{ path: '/name', rule: 'filterName', message: 'is the name of another filter of the list' }],
    ])
    expect((await rename('  ')).statusCode).toBe(422)
    expect((await rename('De lá')).statusCode).toBe(200)
    expect((await kept(browser)).map(({ name }: { name: string }) => name).sort()).toEqual(['De lá', 'De lá', 'Outro'])
  })

  it('is for no other user to see, rename or delete, and no API key has any', async () => {
    const [mine, theirs] = [await newBrowser(), await newBrowser()]
    const { id } = (await theirs.browser('POST', FILTERS, PENDING)).json()
    expect(await kept(mine.browser)).toEqual([])
    expect((await mine.browser('DELETE', `${FILTERS}/${id}`)).statusCode).toBe(404)
    expect((await mine.browser('PATCH', `${FILTERS}/${id}`, { name: 'Meu' })).statusCode).toBe(404)
    expect(await kept(theirs.browser)).toMatchObject([PENDING])
    const { admin } = api.home.keys
    const asked = [
      await api.call(admin, 'GET', FILTERS),
      await api.call(admin, 'POST', FILTERS, { payload: PENDING }),
      await api.call(admin, 'PATCH', `${FILTERS}/${id}`, { payload: { name: 'Seu' } }),
      await api.call(admin, 'DELETE', `${FILTERS}/${id}`),
    ]
    expect(asked.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409, 409])
  })

  it('is of the platform at which it was saved', async () => {
    const { shop, asFounder } = two
    const places = ['', `/p/${shop}`]
    for (const place of places) {
      await asFounder('POST', `${place}${FILTERS}`, { ...PENDING, search: `q=${place.length}` })
    }
    const ids: string[] = []
    for (const place of places) {
      const filters = await kept(asFounder, place)
      expect(filters).toMatchObject([{ search: `q=${place.length}` }])
      ids.push(filters[0].id)
    }
    expect((await asFounder('DELETE', `/p/${shop}${FILTERS}/${ids[0]}`)).statusCode).toBe(404)
  })

  it.each([
    ['a removed user', (id: string) => api.call(api.home.keys.admin, 'DELETE', `/v1/users/${id}`)],
    [
      'one who no longer works there',
      (id: string) => two.asFounder('DELETE', `/p/${two.shop}/v1/members/${id}`),
      () => `/p/${two.shop}`,
    ],
  ] as const)('goes with %s', async (_, leave, place = () => '') => {
    const { id, email, cookie, browser } = await newBrowser()
    if (place()) {
      await two.asFounder('POST', `${place()}/v1/invitations`, { email, role: 'seller' })
      const token = await two.tokenOf({ id, email, cookie })
      expect((await browser('POST', '/v1/me/platforms', { token, password: PASSWORD })).statusCode).toBe(201)
    }
    expect((await browser('POST', `${place()}${FILTERS}`, PENDING)).statusCode).toBe(201)
    expect((await leave(id)).statusCode).toBe(204)
    expect(await api.database.sql`SELECT name FROM saved_filters WHERE user_id = ${id}`).toEqual([])
  })
})

describe('what is no filter is refused', () => {
  it.each([
    ['a list that there is not', { list: 'payments' }, 400],
    ['no name', { name: '' }, 422],
    ['a blank name', { name: '   ' }, 422],
    ['a long name', { name: 'x'.repeat(41) }, 422],
    ['no filter', { search: '' }, 422],
    ['a long one', { search: `q=${'x'.repeat(1_000)}` }, 422],
    ['one that is long once it is percent-encoded', { search: `q=${'é'.repeat(200)}` }, 422],
    ['a name that the list does not know', { search: 'status=PENDING&state=PENDING' }, 422],
    ['a name of the page that is none of its filters', { search: 'open=1' }, 422],
    ['signs', { search: '&&' }, 422],
    ['more than a filter', { userId: 'x' }, 400],
  ])('%s', async (_, change, status) => {
    const { browser } = await newBrowser()
    expect((await browser('POST', FILTERS, { ...PENDING, ...change })).json()).toMatchObject({ status })
    expect(await kept(browser)).toEqual([])
  })

  it('as is one more than a list may have, of requests at the same time, too; one that is there is still replaced', async () => {
    const { browser } = await newBrowser()
    const save = (index: number) => browser('POST', FILTERS, { ...PENDING, name: `${index}` })
    for (let index = 1; index < MOST_SAVED_FILTERS; index++) await save(index)
    const last = await Promise.all([save(MOST_SAVED_FILTERS), save(MOST_SAVED_FILTERS + 1)])
    expect(last.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 422])
    const refused = last.find(({ statusCode }) => statusCode === 422)
    expect(refused?.json()).toMatchObject({ errors: [{ rule: 'maxSavedFilters' }] })
    expect(await kept(browser)).toHaveLength(MOST_SAVED_FILTERS)
    expect((await save(1)).statusCode).toBe(201)
    expect((await browser('POST', FILTERS, { ...PENDING, list: 'disputes', search: 'kind=MED' })).statusCode).toBe(201)
  })
})
