/** What a failed statement leaves in the log of any process: its parameters are people's data and sellers' secrets. */
import { WorkflowUpdateRPCTimeoutOrCancelledError } from '@temporalio/client'
import { ApplicationFailure } from '@temporalio/common'
import { DrizzleQueryError } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { ProviderError } from '../domain/provider-error.ts'
import { processLogger } from '../telemetry/logger.ts'
import { importsOf, isCode, projectFiles } from './support/source-files.ts'

/** `err` is our name for it, `error` that of Temporal's library. */
it.each(['err', 'error'])('the parameters of a failed statement are not written under `%s`', (name) => {
  let log = ''
  const write = (line: string) => {
    log += line
  }
  const logger = processLogger('worker', { logLevel: 'trace' }, { write })
  const error = new DrizzleQueryError('SELECT $1', ['CPF 52998224725'], new Error('canceling statement due to timeout'))
  logger.warn({ [name]: error }, 'Activity failed')
  logger.warn({ [name]: new Error('the activity failed', { cause: error }) }, 'Activity failed')
  expect(log).toContain('canceling statement due to timeout')
  expect(log).toContain('the activity failed')
  expect(log).not.toContain('52998224725')
})

const unreachable = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
const silent = Object.assign(new Error('14 UNAVAILABLE: No connection established'), { code: 14 })
const canceled = Object.assign(new Error('1 CANCELLED: Cancelled on client'), { code: 1 })

it.each([
  ['the database away', new DrizzleQueryError('SELECT 1', [], unreachable), false],
  ['Temporal away', new Error('Failed to start Workflow', { cause: silent }), false],
  ['a worker away', new WorkflowUpdateRPCTimeoutOrCancelledError('Update cancelled', { cause: canceled }), false],
  ['a provider away', new ProviderError('NotSent', 'The provider cannot be reached', { cause: unreachable }), false],
  ['what a provider has answered', new ProviderError('Declined', 'Insufficient funds'), false],
  ['an activity that is tried again', ApplicationFailure.create({ type: 'NotSent', message: 'Not sent' }), false],
  ['a defect', new TypeError('is not a function'), true],
  ['a defect in an adapter', new ProviderError('OutcomeUnknown', 'No answer', { cause: new TypeError('x') }), true],
])('%s has a stack in the log only if it is a defect', (_, err, hasStack) => {
  let log = ''
  const write = (line: string) => {
    log += line
  }
  processLogger('worker', { logLevel: 'trace' }, { write }).warn({ err }, 'it failed')
  expect(log).toContain(err instanceof DrizzleQueryError ? unreachable.message : err.message)
  expect(log.includes('"stack"')).toBe(hasStack)
})

it.each([
  ['an adapter has thrown', new ProviderError('Declined', 'Insufficient funds'), 'Declined'],
  ['an activity has failed with', ApplicationFailure.create({ type: 'NotSent', message: 'Not sent' }), 'NotSent'],
])('the log has the kind of what %s', (_, err, kind) => {
  const lines: string[] = []
  const write = (line: string) => void lines.push(line)
  processLogger('worker', { logLevel: 'trace' }, { write }).warn({ err }, 'it failed')
  expect(lines.map((line) => JSON.parse(line).err.kind)).toEqual([kind])
})

it('no process makes a logger of its own', () => {
  const makers = projectFiles()
    .filter((file) => isCode(file) && !/^(bench|tests)\//.test(file.path))
    .filter((file) => importsOf(file).some(({ target, typeOnly }) => target === 'pino' && !typeOnly))
  expect(makers.map(({ path }) => path)).toEqual(['telemetry/logger.ts'])
})
