import { expect, test } from 'vitest'
import { callerAddress } from '../../api/caller-address.ts'

test.each([
  ['203.0.113.7', '203.0.113.7', true],
  ['203.0.113.7', '203.0.113.8', false],
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', true],
  ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
  ['::ffff:203.0.113.7', '203.0.113.7', true],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.8', false],
])('%s and %s count as one caller: %s', (one, other, same) => {
  expect(callerAddress(one) === callerAddress(other)).toBe(same)
})
