/** What the one line at the end of `npm test` counts as failed. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countTests, type JsonReport, sumOf } from '../scripts/support/run-tests.ts'

const PASSED: JsonReport = {
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
}

const NOT_LOADED = { name: 'tests/a.test.ts', status: 'failed', message: 'no such import', assertionResults: [] }

test.each<[what: string, report: Partial<JsonReport>, args: string[], failed: number]>([
  ['all passed', {}, [], 0],
  ['a failed test', { numFailedTests: 1 }, [], 1],
  ['a skipped test', { numPendingTests: 2 }, [], 2],
  ['a skipped test of a chosen file', { numPendingTests: 2 }, ['tests/providers', '--project=unit'], 2],
  ['the tests that a name left out', { numPendingTests: 9 }, ['tests/providers', '-t', 'ASAAS'], 0],
  ['the tests that a long option left out', { numPendingTests: 9 }, ['--testNamePattern=ASAAS'], 0],
  ['a failed test among those chosen by name', { numPendingTests: 9, numFailedTests: 1 }, ['-t', 'ASAAS'], 1],
  ['a test to be written', { numTodoTests: 1 }, ['-t', 'ASAAS'], 1],
  ['a file that did not load', { testResults: [NOT_LOADED] }, ['-t', 'ASAAS'], 1],
])('%s', (_what, report, args, failed) => {
  expect(countTests({ ...PASSED, ...report }, args)).toMatchObject({ passed: 3, failed })
})

test('a run beside another one has failed with it', () => {
  expect(
    sumOf([
      { passed: 3, failed: 0, failures: [] },
      { passed: 0, failed: 1, failures: ['a test'] },
    ]),
  ).toEqual({ passed: 3, failed: 1, failures: ['a test'] })
})

test('each failure is told again with its file and its first lines', () => {
  const failed = { status: 'failed', fullName: 'a page opens', failureMessages: ['Error: closed', 'line\n'.repeat(99)] }
  const passed = { status: 'passed', fullName: 'another opens', failureMessages: [] }
  const { failures } = countTests(
    {
      ...PASSED,
      numFailedTests: 1,
      testResults: [
        { name: 'tests/b.test.ts', status: 'failed', message: '', assertionResults: [passed, failed] },
        NOT_LOADED,
      ],
    },
    [],
  )
  expect(failures).toHaveLength(2)
  expect(failures[0]).toMatch(/^tests\/b\.test\.ts: a page opens\nError: closed\nline\n/)
  expect(failures[0]?.split('\n').length).toBeLessThan(40)
  expect(failures[1]).toBe('tests/a.test.ts did not load\nno such import')
})

test('a property that fails is told again with what leads there again, what it is, and why it is wrong', () => {
  const failing = () =>
    fc.assert(
      fc.property(fc.integer({ min: 41, max: 41 }), (number) => expect(number).toBe(42)),
      { seed: 7 },
    )
  let stack = ''
  try {
    failing()
  } catch (error) {
    stack = String((error as Error).stack)
  }
  const failed = { status: 'failed', fullName: 'forty-two', failureMessages: [stack] }
  const report = { name: 'tests/c.test.ts', status: 'failed', message: '', assertionResults: [failed] }
  const { failures } = countTests({ ...PASSED, numFailedTests: 1, testResults: [report] }, [])
  for (const part of ['seed: 7, path: "0"', 'Counterexample: [41]', 'expected 41 to be 42']) {
    expect(failures[0]).toContain(part)
  }
})
