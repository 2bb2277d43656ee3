/** `npm run test:faults`: the fault suite at full size. FAULT_CHARGES (default 300) says how many charges go through it. */
import { elapsed } from './support/progress.ts'
import { finish, runVitest } from './support/run-tests.ts'
import { findTemporal } from './support/temporal-binary.ts'
import { buildWeb } from './support/web-build.ts'

const FAULT_CHARGES = '300'

const since = Date.now()
const say = (text: string) => console.log(`[${elapsed(since).padStart(5)}] ${text}`)

try {
  const temporal = await findTemporal(say)
  await buildWeb(say)
  finish(
    await runVitest(['--project', 'faults', ...process.argv.slice(2)], {
      FAULT_CHARGES,
      ...process.env,
      TEMPORAL_CLI_PATH: temporal,
    }),
  )
} catch (error) {
  console.error(`\nThe fault suite cannot run: ${error instanceof Error ? error.message : error}`)
  finish({ passed: 0, failed: 1 })
}
