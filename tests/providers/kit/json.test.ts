/** Following paths into bodies of which nothing is promised. */
import { expect, test } from 'vitest'
import { readPath } from '../../../providers/kit/json.ts'

test.each([
  [{ errors: { 'order.items[0].amount': ['first', 'second'] } }, 'errors.*.0', 'first'],
  [{ errors: [{ message: 'first' }, { message: 'second' }] }, 'errors.*.message', 'first'],
  [{ errors: ['first', 'second'] }, 'errors.*', 'first'],
  [{ errors: 'text' }, 'errors.*', undefined],
  [{ errors: 'text' }, 'errors.*.0', undefined],
  [{ errors: {} }, 'errors.*', undefined],
  [{ errors: [] }, 'errors.*.message', undefined],
  [{ errors: null }, 'errors.*', undefined],
  [{}, 'constructor.name', undefined],
  ['text', '*', undefined],
])('in %j, %s is %j', (body, path, found) => {
  expect(readPath(body, path)).toBe(found)
})
