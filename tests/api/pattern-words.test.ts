/** A text of the wrong form is refused in words: no reader has to know regular expressions. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sayPattern } from '../../api/pattern-words.ts'
import { RECEIVER } from '../support/receivers.ts'
import { NEW_CARD } from './charging.ts'
import { startTestApi, type TestApi } from './support.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

const CHARGE = {
  amount: 5000,
  paymentMethod: 'PIX',
  customer: { name: 'Ana', email: 'ana@example.com', document: '52998224725' },
}
const OFFER = { product: { name: 'Curso' }, name: 'Curso', price: 5000, paymentMethods: ['PIX'] }
const ACCOUNT = { provider: 'ASAAS', secretKey: 'x' }
const bank = (change: object) => ({ ...RECEIVER, bankAccount: { ...RECEIVER.bankAccount, ...change } })

describe('what is said of a text of the wrong form', () => {
  it.each([
    ['/v1/charges', { ...CHARGE, referrerUrl: 'ftp://loja' }, '/referrerUrl', 'must begin with http:// or https://'],
    ['/v1/charges', { ...CHARGE, cvv: '12' }, '/cvv', 'must be 3 to 4 digits'],
    ['/v1/receivers', bank({ branchNumber: '1a' }), '/bankAccount/branchNumber', 'must be 1 to 6 digits'],
    ['/v1/receivers', bank({ branchDigit: 'Y' }), '/bankAccount/branchDigit', 'must be a digit or X'],
    ['/v1/receivers', bank({ accountDigit: 'Y' }), '/bankAccount/accountDigit', 'must be one or two digits, or X'],
    [
      '/v1/provider-accounts',
      { ...ACCOUNT, baseUrl: 'asaas' },
      '/baseUrl',
      'must be web addresses, packed with a pipe',
    ],
    ['/v1/cards', { ...NEW_CARD, expMonth: 'dez' }, '/expMonth', 'must be at most 4 digits'],
    [
      '/v1/offers',
      { ...OFFER, slug: 'Grande' },
      '/slug',
      'must be 2 to 60 small letters, digits and hyphens, and begin and end with no hyphen',
    ],
    [
      '/v1/uploads',
      { fileName: 'a.png', contentType: 'image/png', purpose: '../x' },
      '/purpose',
      'must be letters, digits and hyphens, and begin with a letter',
    ],
  ])('to %s: %o', async (url, payload, path, message) => {
    const answer = await api.call(api.home.keys.admin, 'POST', url, { payload })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual([{ path, rule: path === '/slug' ? 'slug' : 'pattern', message }])
  })

  it('is words for every pattern that the contract has', async () => {
    const contract = (await api.call(null, 'GET', '/openapi.json')).body
    const patterns = new Set(
      [...contract.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, said]) => JSON.parse(said ?? '')),
    )
    expect(patterns.size).toBeGreaterThan(10)
    for (const pattern of patterns) {
      // Those of an address lead nowhere when they are broken.
      if (/^\^\[A-Za-z0-9_-\]/.test(pattern)) continue
      expect(sayPattern(pattern).message, pattern).not.toMatch(/[\^$\\]/)
    }
  })
})
