import { describe, expect, test } from 'vitest'
import { isEmail } from '../../domain/email.ts'

describe('an e-mail address', () => {
  test.each([
    'ana@example.com',
    'ana.souza+loja@mail.example.com.br',
    "o'neil_1@sub-domain.example.co",
    'Ana@EXAMPLE.COM',
    'ana@xn--caf-dma.example.xn--p1ai',
    `ana@${'a'.repeat(63)}.com`,
  ])('%s', (text) => {
    expect(isEmail(text)).toBe(true)
  })

  test.each([
    '',
    'ana',
    'a@b',
    'ana@localhost',
    'ana@example.',
    'ana@.com',
    'ana@example..com',
    'ana@-example.com',
    'ana@example-.com',
    'ana@example.c',
    'ana@127.0.0.1',
    'ana@[127.0.0.1]',
    '"ana souza"@example.com',
    '.ana@example.com',
    'ana.@example.com',
    'ana@souza@example.com',
    'ana souza@example.com',
    ' ana@example.com',
    'ana@example.com\n',
    'ação@example.com',
    `ana@${'a'.repeat(64)}.com`,
    `${'a'.repeat(250)}@example.com`,
  ])('not %j', (text) => {
    expect(isEmail(text)).toBe(false)
  })
})
