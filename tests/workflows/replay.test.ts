/**
 * Stored histories of earlier releases against today's workflow code: a change that would strand a running charge fails here.
 * RECORD_HISTORIES=tests/histories/<release> npx vitest run --project 'integration*' tests/workflows tests/api stores new ones.
 */
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Worker, type WorkflowBundleWithSourceMap } from '@temporalio/worker'
import pino from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from '../../config/env.ts'
import { dataConverter } from '../../temporal/data-converter.ts'
import { workflowBundle } from '../../worker/bundle.ts'
import { installRuntime } from '../../worker/runtime.ts'
import { historyFromJson } from '../support/histories.ts'

const histories = globSync('tests/histories/*/*.json').map((path) => {
  const history = historyFromJson(readFileSync(path, 'utf8'))
  const workflowId = history.events[0]?.workflowExecutionStartedEventAttributes?.workflowId
  if (!workflowId) throw new Error(`${path} does not say whose history it is`)
  return { path, name: join(basename(dirname(path)), basename(path, '.json')), workflowId, history }
})
const { masterKey } = readSettings({ DATABASE_URL: 'unused', TEMPORAL_ADDRESS: 'unused' })
let bundles: Record<'plain' | 'traced', WorkflowBundleWithSourceMap>

const logger = pino({ level: 'silent' })

beforeAll(async () => {
  installRuntime(logger)
  const [plain, traced] = await Promise.all([workflowBundle(logger), workflowBundle(logger, true)])
  bundles = { plain, traced }
})

test('there are histories of every kind of ending', () => {
  expect(histories.length).toBeGreaterThanOrEqual(25)
  const names = histories.map(({ path }) => basename(path))
  for (const kind of [
    'withdrawal-approved',
    'withdrawal-approval-lost',
    'withdrawal-approval-kept',
    'withdrawal-void',
    'mail-sent',
    'exam-passed',
    'exam-of-requests',
    'export-ready',
  ]) {
    expect(
      names.some((name) => name.startsWith(kind)),
      kind,
    ).toBe(true)
  }
})

describe.each(['plain', 'traced'] as const)('%s', (kind) => {
  const outcomes = new Map<string, Error | undefined>()
  // One worker replays them all: each would take longer to start than to replay.
  beforeAll(async () => {
    const options = { workflowBundle: bundles[kind], dataConverter: dataConverter(masterKey, 'mark') }
    const replayed = Worker.runReplayHistories(options, histories)
    for await (const { workflowId, error } of replayed) outcomes.set(workflowId, error)
  })

  test.each(histories)('$name', ({ workflowId }) => {
    expect(outcomes.has(workflowId)).toBe(true)
    expect(outcomes.get(workflowId)).toBeUndefined()
  })
})
