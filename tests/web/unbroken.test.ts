import { expect, test } from 'vitest'
import { unbroken } from '../../web/src/ui/unbroken.ts'

test.each([
  ['Os e-mails que clientes recebem.', 'Os e\u2011mails que clientes recebem.'],
  ['E-mail, and no e-mail.', 'E\u2011mail, and no e\u2011mail.'],
  ['A well-known recipe-mailing', 'A well-known recipe-mailing'],
])('%s is not broken within e-mail', (text, whole) => {
  expect(unbroken(text)).toBe(whole)
})
