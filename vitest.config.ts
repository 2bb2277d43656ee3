import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { AmongOthers } from './tests/support/among-others.ts'

const ROOT = import.meta.dirname
const INTEGRATION = 'tests/{db,workflows,api,inbox,storage}/**/*.test.ts'
/** They change the process that they are in: another file must not find a module or the clock replaced, nor be traced. */
const CHANGING = globSync(INTEGRATION, { cwd: ROOT }).filter((file) =>
  /\bvi\.(?:doM|m)ock\(|\bstartTracing\(|\bspyOn\(Date\b/.test(readFileSync(join(ROOT, file), 'utf8')),
)

/** Waiting for a condition ends with the condition; the limit is there for what hangs, on a machine with other things to do. */
const expectPatiently = { poll: { timeout: 60_000 } }

/** What Node made of the product's files is kept for its next process: each start stripped hundreds of them of their types anew. */
process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules/.cache/trilho-compiled')

/** The runner's processes import the whole product as Node does: its routes are found by their files. */
const foundOnce = `--import=${join(ROOT, 'tests/support/found-once.ts')}`

/** Properties draw from the commit's seed, or anew: what is left of one that failed has to say all of it. */
const setupFiles = './tests/support/properties.ts'

/** What a test makes is mostly gone when it ends: with more room for the young the runner's processes copy less of it. */
const roomForTheYoung = ['--min-semi-space-size=32', '--max-semi-space-size=64']

const onServers = {
  setupFiles,
  execArgv: [...roomForTheYoung, foundOnce],
  globalSetup: './tests/support/global-servers.ts',
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: expectPatiently,
  // Each waits most of its time: beside the faults (scripts/test.ts) they fill two processors.
  maxWorkers: 8,
  sequence: { groupOrder: 1 },
}

/** The whole product, in each file its own; it waits as often as it works. A test may wait twice for what is slow to come. */
const onWholeProduct = {
  execArgv: [...roomForTheYoung, foundOnce],
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
  maxWorkers: 3,
  sequence: { groupOrder: 2 },
}

export default defineConfig({
  test: {
    reporters: ['default'],
    sequence: { sequencer: AmongOthers },
    projects: [
      {
        test: {
          name: 'unit',
          setupFiles,
          execArgv: roomForTheYoung,
          // As many as it may use by itself is one fewer than there are processors: one of two.
          maxWorkers: 2,
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: expectPatiently,
          include: [
            'tests/{activities,domain,gateway,mail,providers,sandbox,sdk,web,config,temporal}/**/*.test.{ts,tsx}',
            'tests/*.test.ts',
          ],
          sequence: { groupOrder: 0 },
        },
      },
      {
        // Importing the whole product was a third of what a file costs: the files of a process share it.
        test: { ...onServers, name: 'integration', include: [INTEGRATION], exclude: CHANGING, isolate: false },
      },
      { test: { ...onServers, name: 'integration-apart', include: CHANGING } },
      { test: { ...onWholeProduct, name: 'start', include: ['tests/start/**/*.test.ts'] } },
      {
        test: {
          ...onWholeProduct,
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: './tests/support/global-servers.ts',
          isolate: false,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          testTimeout: 1_800_000,
          hookTimeout: 180_000,
          expect: expectPatiently,
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
