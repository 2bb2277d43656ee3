/**
 * Stored histories of earlier releases against today's workflow code: a change that would strand a running charge fails here.
 * RECORD_HISTORIES=tests/histories/<release> npx vitest run --project 'integration*' tests/workflows tests/api stores new ones.
 */
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { DataConverter } from '@temporalio/common'
import { Worker, type WorkflowBundleWithSourceMap } from '@temporalio/worker'
import pino from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from '../../config/env.ts'
import { dataConverter } from '../../temporal/data-converter.ts'
import { workflowBundle } from '../../worker/bundle.ts'
import { installRuntime } from '../../worker/runtime.ts'
import { historyFromJson } from '../support/histories.ts'

const histories = globSync('tests/histories/*/*.json').map((path) => ({
  path,
  name: join(basename(dirname(path)), basename(path, '.json')),
}))
const { masterKey } = readSettings({ DATABASE_URL: 'unused', TEMPORAL_ADDRESS: 'unused' })
let bundles: Record<'plain' | 'traced', WorkflowBundleWithSourceMap>

const logger = pino({ level: 'silent' })

/** A stored history goes by its file's name, and its payloads were sealed for the workflow that it was. */
const ofAnyWorkflow = ({ payloadCodecs = [], ...converter }: DataConverter): DataConverter => ({
  ...converter,
  payloadCodecs: payloadCodecs.map((codec) => ({
    encode: (payloads) => codec.encode(payloads),
    decode: (payloads) => codec.decode(payloads),
  })),
})

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
    const options = { workflowBundle: bundles[kind], dataConverter: ofAnyWorkflow(dataConverter(masterKey, 'mark')) }
    const all = histories.map(({ path, name }) => ({
      workflowId: name,
      history: historyFromJson(readFileSync(path, 'utf8')),
    }))
    for await (const { workflowId, error } of Worker.runReplayHistories(options, all)) outcomes.set(workflowId, error)
  })

  test.each(histories)('$name', ({ name }) => {
    expect(outcomes.has(name)).toBe(true)
    expect(outcomes.get(name)).toBeUndefined()
  })
})
