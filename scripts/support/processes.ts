/**
 * Child processes that cannot outlive us.
 *
 * Each child gets its own session, so that Ctrl-C in a terminal reaches only the process that knows the right order
 * to stop things in. A tiny shell beside it holds a pipe to us: when we end without cleaning up (kill -9 included), the
 * pipe closes and the shell stops the child. That works for programs that are not ours, and in any language.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { defined } from '../../domain/defined.ts'

export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface ManagedProcess {
  readonly name: string
  readonly pid: number
  /** Settles when the process has ended, for any reason. */
  readonly exited: Promise<Exit>
  readonly running: boolean
  /** Asks it to end, kills it after `graceMs`, and resolves once it has. */
  stop(): Promise<void>
  /** kill -9, descendants included. */
  kill(): Promise<void>
}

export interface ProcessOptions {
  name: string
  command: string
  args: readonly string[]
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** Set together, by root only. */
  uid?: number
  gid?: number
  /** What asks it politely; SIGTERM unless told. */
  stopSignal?: 'SIGTERM' | 'SIGINT'
  graceMs?: number
  /** Called with each line of output; output is thrown away without it. */
  onLine?: (line: string, stream: 'stdout' | 'stderr') => void
}

const running = new Set<ManagedProcess>()
let closing = false

/** Stops every process started here, those still coming up included; none can be started afterwards. */
export async function stopAllProcesses(): Promise<void> {
  closing = true
  await Promise.all([...running].map((one) => one.stop()))
}

/** kill -9 for every process started here. */
export async function killAllProcesses(): Promise<void> {
  closing = true
  await Promise.all([...running].map((one) => one.kill()))
}

/** @throws Error when the program cannot be started. */
export async function startProcess(options: ProcessOptions): Promise<ManagedProcess> {
  if (closing) throw new Error(`${options.name} is not started: everything is being stopped`)
  const { name, stopSignal = 'SIGTERM', graceMs = 15_000 } = options
  const child = spawn(options.command, [...options.args], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...defined({ cwd: options.cwd, env: options.env, uid: options.uid, gid: options.gid }),
  })
  // Guarded before anything is awaited: we may be told to end at any moment.
  const { pid } = child
  if (pid === undefined) return startFailure(child, name)
  const watcher = watch(pid, stopSignal, graceMs)
  let ended = false
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => {
      ended = true
      running.delete(managed)
      watcher.kill('SIGKILL')
      resolve({ code, signal })
    })
  })
  for (const stream of ['stdout', 'stderr'] as const) {
    const lines = createInterface({ input: child[stream] })
    lines.on('line', (line) => options.onLine?.(line, stream))
  }
  const managed: ManagedProcess = {
    name,
    pid,
    exited,
    get running() {
      return !ended
    },
    stop: async () => {
      if (ended) return
      signalProcess(pid, stopSignal)
      const kill = setTimeout(() => signalGroup(pid, 'SIGKILL'), graceMs)
      await exited
      clearTimeout(kill)
    },
    kill: async () => {
      if (ended) return
      signalGroup(pid, 'SIGKILL')
      await exited
    },
  }
  running.add(managed)
  return managed
}

/** True while a process with this id runs, under any user. A zombie does not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const status = `/proc/${pid}/stat`
  return !existsSync(status) || !/\) Z /.test(readFileSync(status, 'utf8'))
}

/** The command line of a process; empty when there is no such process or it may not be seen. */
export function commandLine(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    const file = `/proc/${pid}/cmdline`
    return existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\0', ' ').trim() : ''
  }
}

function startFailure(child: ChildProcess, name: string): Promise<never> {
  return new Promise((_resolve, reject) => {
    child.once('error', (error) =>
      reject(new Error(`${name} could not be started: ${error.message}`, { cause: error })),
    )
  })
}

/** The shell's own session keeps a terminal's Ctrl-C away from it; its stdin is the pipe that closes when we are gone. */
function watch(pid: number, stopSignal: string, graceMs: number): ChildProcess {
  const signal = stopSignal.replace('SIG', '')
  const waits = Math.ceil(graceMs / 1000)
  const script = `read -r _
kill -${signal} ${pid} 2>/dev/null
i=0; while kill -0 ${pid} 2>/dev/null && [ $i -lt ${waits} ]; do sleep 1; i=$((i+1)); done
kill -KILL -${pid} 2>/dev/null`
  const watcher = spawn('/bin/sh', ['-c', script], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  watcher.once('error', () => {})
  watcher.stdin?.on('error', () => {})
  watcher.unref()
  return watcher
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended in the meantime.
  }
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // The whole group has ended in the meantime.
  }
}
