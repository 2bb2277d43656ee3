/** `npm start`: the whole product on this machine, everything embedded. */
import { resolve } from 'node:path'
import { startProduct } from './product.ts'
import { DEMO_PASSWORD, DEMO_USERS } from './seed.ts'
import { makeDemoHistory, wantsDemoHistory } from './support/demo-history.ts'
import { demoShop } from './support/demo-shop.ts'
import { lockDataDirectory } from './support/local-state.ts'
import { isPortFree } from './support/ports.ts'
import { linePrinter } from './support/print-logs.ts'
import { killAllProcesses, stopAllProcesses } from './support/processes.ts'
import { elapsed } from './support/progress.ts'
import { listenForEnd } from './support/shutdown.ts'
import { testDemoAccounts } from './support/test-demo-accounts.ts'

const since = Date.now()
const say = (text: string) => console.log(`[${elapsed(since).padStart(5)}] ${text}`)

async function main(): Promise<void> {
  const env = process.env
  if (env.NODE_ENV === 'production') {
    throw new Error(
      'npm start runs fake providers and demo people, so it refuses NODE_ENV=production. ' +
        'In production run `npm run start:api` and `npm run start:worker`, or docker-compose.yml.',
    )
  }
  const port = readPort(env.PORT || '3000')
  const dataDir = resolve(env.TRILHO_DATA_DIR || '.trilho')
  // First: while Trilho runs here it is Trilho that has the port, and two that start at once would take it from each other.
  const lock = await lockDataDirectory(dataDir)
  if (!(await isPortFree(port, env.HOST))) {
    lock.release()
    throw new Error(
      `Port ${port} is taken by another program. Stop that one, or choose another port: PORT=3001 npm start`,
    )
  }

  let stopping = false
  let stopOrderly = stopAllProcesses
  const end = async (stop: () => Promise<void>, exitCode: number) => {
    stopping = true
    await stop().catch((error: unknown) => console.error(error))
    await stopAllProcesses()
    lock.release()
    console.log('Stopped.')
    process.exit(exitCode)
  }
  listenForEnd({
    stop: () => {
      console.log('\nStopping. Once more to stop at once.')
      void end(stopOrderly, 0)
    },
    hurry: () => {
      console.log('Stopping at once.')
      void end(killAllProcesses, 1)
    },
  })

  try {
    const product = await startProduct({
      dataDir,
      lock,
      // A line for every request would scroll away what is printed below.
      env: { ...env, LOG_LEVEL: env.LOG_LEVEL ?? 'warn' },
      port,
      temporalWeb: true,
      durable: true,
      say,
      onLine: linePrinter(process.stdout),
    })
    stopOrderly = product.stop
    for (const one of Object.values(product.services)) one.supervise()
    const { app, temporal, temporalWeb, sandbox } = product.addresses
    console.log(`
Trilho is ready after ${elapsed(since)}. Ctrl-C stops everything; the data stays in ${dataDir}

  App                 ${app}
  API reference       ${app}/docs
  Temporal Web        ${temporalWeb ?? 'none: TEMPORAL_ADDRESS was given'}
  Temporal server     ${temporal}
  Fake providers      ${sandbox}

  Sign in as          ${DEMO_USERS.map(({ email, role }) => `${email} (${role})`).join('\n                      ')}
  Password            ${DEMO_PASSWORD}
  Admin API key       ${product.adminApiKey}
`)
    if (!wantsDemoHistory(env, process.stdout.isTTY)) return
    await testDemoAccounts(demoShop(product.addresses, product.adminApiKey)).catch((error: unknown) => {
      if (!stopping)
        console.error(`The demo accounts are not tested: ${error instanceof Error ? error.message : error}`)
    })
    const made = await makeDemoHistory(product.addresses, product.adminApiKey).catch((error: unknown) => {
      if (!stopping)
        console.error(`The demo shop's past is incomplete: ${error instanceof Error ? error.message : error}`)
      return 0
    })
    if (made > 0) console.log(`The demo shop has a past now: ${made} charges of the last weeks.`)
  } catch (error) {
    if (!stopping) throw error
  }
}

function readPort(text: string): number {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`PORT is not a port: ${text}`)
  return port
}

main().catch(async (error: unknown) => {
  console.error(`\nTrilho cannot start: ${error instanceof Error ? error.message : String(error)}`)
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : undefined
  if (cause) console.error(`  because: ${cause}`)
  await stopAllProcesses()
  process.exit(1)
})
