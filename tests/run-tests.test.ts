/** What the one line at the end of `npm test` counts as failed. */
import { expect, test } from 'vitest'
import { countTests, type JsonReport, sumOf } from '../scripts/support/run-tests.ts'

const PASSED: JsonReport = {
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
}

test.each<[what: string, report: Partial<JsonReport>, args: string[], failed: number]>([
  ['all passed', {}, [], 0],
  ['a failed test', { numFailedTests: 1 }, [], 1],
  ['a skipped test', { numPendingTests: 2 }, [], 2],
  ['a skipped test of a chosen file', { numPendingTests: 2 }, ['tests/providers', '--project=unit'], 2],
  ['the tests that a name left out', { numPendingTests: 9 }, ['tests/providers', '-t', 'ASAAS'], 0],
  ['the tests that a long option left out', { numPendingTests: 9 }, ['--testNamePattern=ASAAS'], 0],
  ['a failed test among those chosen by name', { numPendingTests: 9, numFailedTests: 1 }, ['-t', 'ASAAS'], 1],
  ['a test to be written', { numTodoTests: 1 }, ['-t', 'ASAAS'], 1],
  ['a file that did not load', { testResults: [{ status: 'failed', assertionResults: [] }] }, ['-t', 'ASAAS'], 1],
])('%s', (_what, report, args, failed) => {
  expect(countTests({ ...PASSED, ...report }, args)).toEqual({ passed: 3, failed })
})

test('a run beside another one has failed with it', () => {
  expect(
    sumOf([
      { passed: 3, failed: 0 },
      { passed: 0, failed: 1 },
    ]),
  ).toEqual({ passed: 3, failed: 1 })
})
