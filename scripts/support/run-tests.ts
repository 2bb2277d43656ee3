/** Runs vitest and counts what it says, so that one line at the end tells the whole story. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './root.ts'

const FAILURE_LINES = 25

export interface Totals {
  passed: number
  /** Failed tests, tests that did not run, and files that could not be loaded. */
  failed: number
  /** Each failed test with what it said: told again at the end, which is all that is left of a long run's output. */
  failures: readonly string[]
}

export interface JsonReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** `args` go to `vitest run`. Output goes to this process's own. */
export async function runVitest(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Totals> {
  const directory = mkdtempSync(join(tmpdir(), 'trilho-report-'))
  const report = join(directory, 'report.json')
  try {
    const exitCode = await run(
      process.execPath,
      [
        join(ROOT, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...args,
      ],
      env,
    )
    const totals = existsSync(report)
      ? countTests(JSON.parse(readFileSync(report, 'utf8')) as JsonReport, args)
      : { passed: 0, failed: 0, failures: [] }
    // An error outside any test (an unhandled rejection, a broken set-up) shows in the exit code alone.
    return exitCode === 0 || totals.failed > 0
      ? totals
      : { ...totals, failed: 1, failures: [`vitest ended with ${exitCode} beside its tests (${args.join(' ')})`] }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

export function sumOf(totals: readonly Totals[]): Totals {
  const sum = (name: 'passed' | 'failed') => totals.reduce((sofar, one) => sofar + one[name], 0)
  return { passed: sum('passed'), failed: sum('failed'), failures: totals.flatMap(({ failures }) => failures) }
}

/** Prints what failed and the last line of a test run, and sets the exit code. */
export function finish({ passed, failed, failures }: Totals): void {
  for (const failure of failures) console.log(`\nFAILED: ${failure}`)
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0
}

/** A test that did not run counts as failed, unless `args` chose tests by name: vitest reports all others as skipped. */
export function countTests(report: JsonReport, args: readonly string[]): Totals {
  const notLoaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length
  const byName = args.some((arg) => /^(-t|--testNamePattern)(=|$)/.test(arg))
  const notRun = report.numTodoTests + (byName ? 0 : report.numPendingTests)
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + notRun + notLoaded,
    failures: report.testResults.flatMap(failuresIn),
  }
}

function failuresIn({ name, status, message, assertionResults }: JsonReport['testResults'][number]): string[] {
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length > 0)
    return failed.map(({ fullName, failureMessages }) => shortened([`${name}: ${fullName}`, ...failureMessages]))
  return status === 'failed' ? [shortened([`${name} did not load`, message])] : []
}

/** A page's whole text in an assertion would push all others out of sight. */
function shortened(lines: readonly string[]): string {
  return lines.join('\n').split('\n').slice(0, FAILURE_LINES).join('\n')
}

/** Signals are passed on: the command has its own tidying up to do. */
function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args], { cwd: ROOT, env, stdio: 'inherit' })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}
