import { expect, it } from 'vitest'
import { localUrl, publicUrlOf } from '../../config/own-address.ts'

it.each([
  [undefined, 'http://127.0.0.1:3000'],
  ['', 'http://127.0.0.1:3000'],
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['::', 'http://127.0.0.1:3000'],
  ['192.168.1.7', 'http://192.168.1.7:3000'],
  ['::1', 'http://[::1]:3000'],
  ['shop.local', 'http://shop.local:3000'],
])('what listens on %s is reached at %s', (HOST, url) => {
  expect(localUrl(HOST, 3000)).toBe(url)
  expect(publicUrlOf({ HOST }, 3000)).toBe(url)
})

it.each(['https://pay.example.com', 'https://pay.example.com/', 'https://pay.example.com//'])(
  'others reach it at PUBLIC_URL, %s, without its last slash',
  (PUBLIC_URL) => {
    expect(publicUrlOf({ PUBLIC_URL, HOST: '::1' }, 3000)).toBe('https://pay.example.com')
  },
)
