/** How each part of the product is launched. */
import { join } from 'node:path'
import { type Durability, startPostgres } from '../postgres.ts'
import { startTemporal } from '../temporal.ts'
import { succeeds, untilReady } from './probes.ts'
import { type ManagedProcess, startProcess } from './processes.ts'
import { ROOT } from './root.ts'

export type LineSink = (service: string, line: string) => void
export type Launch = () => Promise<ManagedProcess>

const DATABASE = 'trilho'
/** What our own first knocks are answered with. */
const STARTING = /the database system is starting up/

/** `foundAt` learns the database's address before the launch resolves. */
export function postgresLaunch(
  { dataDir, port, durable, onLine }: { dataDir: string; port: number; durable: Durability; onLine: LineSink },
  foundAt: (url: string) => void,
): Launch {
  return async () => {
    const server = await startPostgres({
      dataDir,
      port,
      durable,
      onLine: (line) => {
        if (/FATAL|PANIC/.test(line) && !STARTING.test(line)) onLine('postgres', line)
      },
    })
    await server.ensureDatabase(DATABASE)
    foundAt(server.url(DATABASE))
    return server.process
  }
}

export function temporalLaunch(options: {
  binary: string
  dataDir: string
  port: number
  web: { port: number; codecEndpoint: string } | undefined
  onLine: LineSink
}): Launch {
  const { binary, dataDir, port, web, onLine } = options
  return async () => {
    const server = await startTemporal({
      binary,
      port,
      databaseFile: join(dataDir, 'temporal.db'),
      ...(web ? { uiPort: web.port, codecEndpoint: web.codecEndpoint } : {}),
      onLine: (line) => {
        if (/level=(WARN|ERROR)/.test(line)) onLine('temporal', line)
      },
    })
    return server.process
  }
}

/** Runs one of our own programs; with `health` the launch resolves once that address answers 2xx. */
export function nodeLaunch(options: {
  name: string
  entry: string
  env: NodeJS.ProcessEnv
  health?: string
  onLine: LineSink
}): Launch {
  const { name, entry, env, health, onLine } = options
  return async () => {
    const child = await startProcess({
      name,
      command: process.execPath,
      args: [join(ROOT, entry)],
      cwd: ROOT,
      env,
      onLine: (line) => onLine(name, line),
    })
    const say = (text: string) => onLine(name, text)
    if (health) await untilReady(child, `${name} answering`, () => succeeds(health), say)
    return child
  }
}
