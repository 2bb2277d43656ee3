/** Names come from people; what reaches a disk or a bucket does not. */
import { join, sep } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FILE_TYPES, fileKey, fileTypeOf, isFileKey } from '../../storage/file-types.ts'

const name = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom(
    '../../etc/passwd',
    '..\\..\\x',
    '/abs.pdf',
    'a/../../b.png',
    '.htaccess',
    'CON',
    'x.pdf.html',
    '%2e%2e%2f',
    '',
  ),
)

test('whatever a file is called, its key stays in its folder and says its type', () => {
  fc.assert(
    fc.property(name, name, fc.constantFrom(...FILE_TYPES), (purpose, own, contentType) => {
      const key = fileKey(`uploads/${purpose.replaceAll('/', '')}x`, 'a'.repeat(40), { name: own, contentType })
      expect(isFileKey(key)).toBe(true)
      expect(join('/data', key).startsWith(`/data${sep}uploads${sep}`)).toBe(true)
      expect(fileTypeOf(key)).toBe(contentType)
    }),
  )
})

test.each([
  '../x.pdf',
  'a/../b.pdf',
  '/a/b.pdf',
  'a//b.pdf',
  'a/b.html',
  'a/b.svg',
  'b.pdf',
  'a/b.pdf/',
  'a\\b/c.pdf',
  'a/b\0.pdf',
  'A/b.pdf',
  '',
])('%j is no key', (text) => expect(isFileKey(text)).toBe(false))
