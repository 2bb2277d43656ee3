/** What a failed statement leaves in the log of any process: its parameters are people's data and sellers' secrets. */
import { DrizzleQueryError } from 'drizzle-orm'
import { expect, it } from 'vitest'
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

it('no process makes a logger of its own', () => {
  const makers = projectFiles()
    .filter((file) => isCode(file) && !/^(bench|tests)\//.test(file.path))
    .filter((file) => importsOf(file).some(({ target, typeOnly }) => target === 'pino' && !typeOnly))
  expect(makers.map(({ path }) => path)).toEqual(['telemetry/logger.ts'])
})
