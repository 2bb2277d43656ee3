import { defineConfig } from 'vitest/config'

const servers = './tests/support/global-servers.ts'

/** Waiting for a condition ends with the condition; the limit is there for what hangs, on a machine with other things to do. */
const expectPatiently = { poll: { timeout: 60_000 } }

export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      {
        test: {
          name: 'unit',
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
        test: {
          name: 'integration',
          include: ['tests/{db,workflows,api,inbox,storage}/**/*.test.ts'],
          globalSetup: servers,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          expect: expectPatiently,
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // The whole product as real processes, in each file its own; it waits as often as it works.
        test: {
          name: 'start',
          expect: expectPatiently,
          include: ['tests/start/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'e2e',
          expect: expectPatiently,
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: './tests/e2e/global-bundle.ts',
          testTimeout: 120_000,
          hookTimeout: 180_000,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          testTimeout: 1_800_000,
          hookTimeout: 180_000,
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
