import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { assertPublicUrl, isPublicAddress, publicOnlyLookup } from '../../config/public-url.ts'

describe('an address on the public internet', () => {
  it.each([
    ['8.8.8.8', true],
    ['2606:4700:4700::1111', true],
    ['127.0.0.1', false],
    ['127.255.255.254', false],
    ['0.0.0.0', false],
    ['10.1.2.3', false],
    ['172.16.0.1', false],
    ['172.32.0.1', true],
    ['192.168.1.1', false],
    ['169.254.169.254', false],
    // Azure's host, which looks like any other address.
    ['168.63.129.16', false],
    ['168.63.129.17', true],
    ['100.64.0.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::', false],
    ['::1', false],
    ['fe80::1', false],
    ['fc00::1', false],
    ['fd12:3456::1', false],
    ['ff02::1', false],
    ['::ffff:127.0.0.1', false],
    ['::ffff:7f00:1', false],
    ['::ffff:8.8.8.8', false],
    ['64:ff9b::7f00:1', false],
    ['2002:7f00:1::', false],
    ['2001:db8::1', false],
    ['192.0.0.8', false],
    ['192.0.2.1', false],
    ['192.88.99.1', false],
    ['198.18.0.1', false],
    ['198.51.100.1', false],
    ['203.0.113.1', false],
    ['240.0.0.1', false],
    ['2001:0:1::1', false],
    ['2001:10::1', false],
    ['3fff::1', false],
    ['4000::1', false],
    ['100::1', false],
    ['localhost', false],
    ['', false],
  ])('%s: %s', (address, expected) => {
    expect(isPublicAddress(address)).toBe(expected)
  })
})

describe('a URL given by a user', () => {
  it.each([
    ['http://8.8.8.8/', 'https'],
    ['ftp://8.8.8.8/', 'https'],
    ['file:///etc/passwd', 'https'],
    ['nonsense', 'Not a URL'],
    ['https://user:secret@8.8.8.8/', 'credentials'],
    ['https://127.0.0.1/', 'public'],
    ['https://2130706433/', 'public'],
    ['https://0x7f.1/', 'public'],
    ['https://0177.0.0.1/', 'public'],
    ['https://[::1]/', 'public'],
    ['https://[::ffff:10.0.0.1]/', 'public'],
    ['https://169.254.169.254/latest/meta-data', 'public'],
    ['https://localhost/', 'public'],
    ['https://name.invalid/', 'no address'],
  ])('%s is refused', async (url, reason) => {
    await expect(assertPublicUrl(url)).rejects.toThrow(reason)
  })

  it('is accepted when it is https and public', async () => {
    await expect(assertPublicUrl('https://8.8.8.8:8443/certificate.pem')).resolves.toBeUndefined()
  })
})

describe('connecting', () => {
  it.each([{}, { all: true }])('refuses a name that resolves to a private address (%j)', async (options) => {
    const error = await new Promise((resolve) => publicOnlyLookup('localhost', options, (failure) => resolve(failure)))
    expect(String(error)).toContain('not on the public internet')
  })

  it('needs none of the threads that slow names would hold', async () => {
    const order: string[] = []
    // Each thread of the pool has work for a while.
    const work = Array.from({ length: 8 }, () =>
      promisify(pbkdf2)('a', 'b', 200_000, 64, 'sha512').then(() => order.push('work')),
    )
    const looked = new Promise((resolve) => publicOnlyLookup('localhost', {}, resolve)).then(() => order.push('name'))
    await Promise.all([...work, looked])
    expect(order[0]).toBe('name')
  })

  it('says of a name that does not resolve what means that nothing was sent', async () => {
    const error = await new Promise((resolve) => publicOnlyLookup('name.invalid', {}, resolve))
    expect(error).toMatchObject({ code: expect.stringMatching(/^(?:ENOTFOUND|EAI_AGAIN)$/) })
  })
})
