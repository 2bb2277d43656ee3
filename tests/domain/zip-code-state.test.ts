import { expect, test } from 'vitest'
import { stateOfZipCode } from '../../domain/zip-code-state.ts'

// Main post offices, one of each state, and the neighbours of ranges that lie within others.
test.each([
  ['01310-100', 'SP'],
  ['20040-020', 'RJ'],
  ['29010-002', 'ES'],
  ['30130-010', 'MG'],
  ['40020-000', 'BA'],
  ['49010-000', 'SE'],
  ['50030-230', 'PE'],
  ['57020-000', 'AL'],
  ['58010-000', 'PB'],
  ['59025-000', 'RN'],
  ['60025-000', 'CE'],
  ['64000-000', 'PI'],
  ['65010-000', 'MA'],
  ['66010-000', 'PA'],
  ['68900-000', 'AP'],
  ['69005-000', 'AM'],
  ['69301-000', 'RR'],
  ['69400-000', 'AM'],
  ['69900-000', 'AC'],
  ['70040-010', 'DF'],
  ['72800-000', 'GO'],
  ['73010-000', 'DF'],
  ['74003-010', 'GO'],
  ['76801-000', 'RO'],
  ['77001-000', 'TO'],
  ['78005-000', 'MT'],
  ['78999-999', 'RO'],
  ['79000-000', 'MS'],
  ['79002-000', 'MS'],
  ['80010-000', 'PR'],
  ['88010-000', 'SC'],
  ['90010-000', 'RS'],
  ['01310100', 'SP'],
  ['00999-999', undefined],
  ['0131', undefined],
  ['', undefined],
])('%s is of %s', (zipCode, state) => {
  expect(stateOfZipCode(zipCode)).toBe(state)
})
