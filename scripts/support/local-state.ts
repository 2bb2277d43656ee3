/** What a local installation remembers between starts: keys, chosen ports, and which processes it started. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readKept } from '../../config/kept.ts'
import { createAlone, type Holder, isHeld, ourselves, readIfThere, removeStale } from './lock.ts'
import { freePort, isPortFree } from './ports.ts'
import { makePrivate } from './private.ts'
import { commandLine, isAlive } from './processes.ts'
import { waitFor } from './wait.ts'

export const DEFAULT_PORTS = {
  postgres: 5433,
  temporal: 7233,
  temporalUi: 8233,
  sandbox: 4000,
  sandboxTls: 4443,
} as const
/** None is preferred, so that two that start at the same time choose different ones. */
export const ANY_PORTS: Ports = { postgres: 0, temporal: 0, temporalUi: 0, sandbox: 0, sandboxTls: 0 }
/** Readable by the owner only. */
const OWNERS = 0o600
export type PortName = keyof typeof DEFAULT_PORTS
export type Ports = Record<PortName, number>

/** The key in `<name>` of the data directory, made at the first call and readable by its owner only. */
export function keptSecret(dataDir: string, name: string, make: () => string): string {
  const kept = readKept(dataDir, name)
  if (kept !== undefined) return kept
  const secret = make()
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(join(dataDir, name), `${secret}\n`, { mode: OWNERS, flag: 'wx' })
  return secret
}

export const newMasterKey = (): string => randomBytes(32).toString('base64')
export const newAdminKey = (): string => `trilho_local_${randomBytes(24).toString('base64url')}`

/** Remembered or default ports, each replaced by a free one when something else has it. The choice is remembered. */
export async function choosePorts(dataDir: string, wanted: Partial<Ports> = {}): Promise<Ports> {
  const path = join(dataDir, 'ports.json')
  const remembered: Partial<Ports> = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  const chosen: Ports = { ...DEFAULT_PORTS }
  for (const name of Object.keys(DEFAULT_PORTS) as PortName[]) {
    const preferred = wanted[name] ?? remembered[name] ?? DEFAULT_PORTS[name]
    const isKept = preferred !== 0 && (await isPortFree(preferred))
    chosen[name] = isKept ? preferred : await otherPort(Object.values(chosen))
  }
  writeFileSync(path, `${JSON.stringify(chosen, null, 2)}\n`)
  return chosen
}

async function otherPort(taken: readonly number[]): Promise<number> {
  for (;;) {
    const port = await freePort()
    if (!taken.includes(port)) return port
  }
}

interface RunRecord {
  supervisor: Holder
  children: (Holder & { name: string })[]
}

export interface RunLock {
  /** To be called whenever a child has been started. */
  record(name: string, pid: number): void
  release(): void
}

/**
 * Makes sure that one product at most runs on a data directory, and that nothing of a crashed one is left.
 * @throws Error when another one runs.
 */
export async function lockDataDirectory(dataDir: string): Promise<RunLock> {
  makePrivate(dataDir)
  const path = join(dataDir, 'run.json')
  const record: RunRecord = { supervisor: ourselves(), children: [] }
  const text = () => JSON.stringify(record, null, 2)
  while (!createAlone(path, text(), OWNERS)) {
    const found = readIfThere(path)
    if (found === undefined) continue
    const previous = recordIn(found)
    if (previous) await outlive(previous, dataDir)
    removeStale(path, found)
  }
  const write = () => {
    writeFileSync(`${path}.new`, text(), { mode: OWNERS })
    renameSync(`${path}.new`, path)
  }
  return {
    record: (name, pid) => {
      record.children = record.children.filter((child) => child.name !== name)
      record.children.push({ name, pid, command: commandLine(pid) })
      write()
    },
    release: () => rmSync(path, { force: true }),
  }
}

function recordIn(text: string): RunRecord | undefined {
  try {
    return JSON.parse(text) as RunRecord
  } catch {
    return undefined
  }
}

/** The crashed one's children are being stopped by their watchers; those that would not go in time are killed. */
async function outlive({ supervisor, children }: RunRecord, dataDir: string): Promise<void> {
  if (isHeld(supervisor)) {
    throw new Error(
      `Trilho is already running on ${dataDir} (process ${supervisor.pid}). Stop it, or set TRILHO_DATA_DIR and PORT for a second one.`,
    )
  }
  // Ids are reused: only a process that still has the same command line is ours.
  const ours = () =>
    children.filter(({ pid, command }) => isAlive(pid) && command !== '' && commandLine(pid) === command)
  try {
    await waitFor(() => ours().length === 0, { what: 'An earlier run ending', timeoutMs: 20_000 })
  } catch {
    for (const { pid } of ours()) process.kill(pid, 'SIGKILL')
  }
}
