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
            'tests/{activities,domain,gateway,mail,providers,sandbox,web,config,temporal}/**/*.test.{ts,tsx}',
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
        // The whole product as real processes: one file at a time, or they would wait for each other's processor time.
        test: {
          name: 'start',
          include: ['tests/start/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'e2e',
          expect: { poll: { timeout: 5_000 } },
          include: ['tests/e2e/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          testTimeout: 1_800_000,
          hookTimeout: 180_000,
          fileParallelism: false,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
})
