/** Following paths into bodies of which nothing is promised. */
import { expect, test } from 'vitest'
import { parseJson, readPath } from '../../../providers/kit/json.ts'

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

test.each([
  ['{"id":12345678901234567890}', { id: '12345678901234567890' }],
  ['{"ids":[9007199254740993, -9007199254740993]}', { ids: ['9007199254740993', '-9007199254740993'] }],
  ['12345678901234567890', '12345678901234567890'],
  ['{"id":9007199254740991,"amount":123.45}', { id: 9_007_199_254_740_991, amount: 123.45 }],
  ['{"text":"a: 12345678901234567890","id":1}', { text: 'a: 12345678901234567890', id: 1 }],
])('in %s no number is rounded', (text, value) => {
  expect(parseJson(text)).toEqual(value)
})
