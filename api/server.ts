/** The API process. It starts while Temporal or the database are down, and says so in /health/ready. */
import { readSettings } from '../config/env.ts'
import { connectDatabase } from '../db/client.ts'
import { refuseDemo, refuseDemoOnceUp } from '../db/refuse-demo.ts'
import { startTracing } from '../telemetry/tracing.ts'
import { temporalClient } from '../temporal/client.ts'
import { buildApp } from './app.ts'

const MAX_CONNECTIONS = 20
/** Event streams end at once; requests under way get this long. */
const DRAIN_MS = 15_000

const settings = readSettings()
const traces = startTracing(settings.tracesEndpoint, 'trilho-api')
const database = connectDatabase({ ...settings, maxConnections: MAX_CONNECTIONS })
// While the database is down the API starts, and ends as soon as a demo platform is seen.
if (settings.production && !(await refuseDemo(database))) void refuseDemoOnceUp(database)
const temporal = temporalClient(settings)
const app = await buildApp({ settings, database, temporal })
await app.listen({ host: settings.host, port: settings.port })

let isStopping = false
async function stop(signal: string): Promise<void> {
  if (isStopping) return
  isStopping = true
  app.log.info({ signal }, 'stopping')
  setTimeout(() => {
    app.log.error('requests were still under way')
    process.exit(1)
  }, DRAIN_MS).unref()
  await app.close()
  await Promise.all([database.close(), temporal.connection.close(), traces?.stop()])
}

process.once('SIGTERM', () => void stop('SIGTERM'))
process.once('SIGINT', () => void stop('SIGINT'))
