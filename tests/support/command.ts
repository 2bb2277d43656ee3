/** A command as a person runs it in a terminal: its output, its exit code, and what it leaves behind. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { isAlive } from '../../scripts/support/processes.ts'
import { ROOT } from '../../scripts/support/root.ts'
import { waitFor } from '../../scripts/support/wait.ts'
import { withoutOurSettings } from './environment.ts'

/** The limit is there for what hangs. */
const PATIENCE_MS = 240_000

export interface Command {
  pid: number
  /** All that it has printed so far. */
  output(): string
  /** Waits until it has printed this. */
  says(text: string | RegExp, timeoutMs?: number): Promise<void>
  /** Its exit code; null after a signal. */
  exit: Promise<number | null>
  /** As the terminal does it: the signal goes to every process of the foreground group. */
  ctrlC(): void
}

export function runCommand(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Command {
  let text = ''
  const child = spawn(command, [...args], {
    cwd: ROOT,
    detached: true,
    env: { ...withoutOurSettings(process.env), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const collect = (chunk: Buffer) => {
    text += chunk.toString()
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const pid = child.pid as number
  let ended = false
  const exit = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      ended = true
      resolve(code)
    })
  })
  onTestFinished(async () => {
    if (!ended) process.kill(-pid, 'SIGKILL')
    await exit
  })
  return {
    pid,
    output: () => text,
    says: async (wanted, timeoutMs = PATIENCE_MS) => {
      await waitFor(() => (typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text)), {
        what: `"${wanted}" in the output`,
        timeoutMs,
        abort: () => (ended ? `the command has ended:\n${text}` : undefined),
      })
    },
    exit,
    ctrlC: () => process.kill(-pid, 'SIGINT'),
  }
}

/** The processes that a start on this data directory has recorded. */
export function recordedProcesses(dataDir: string): { name: string; pid: number }[] {
  const file = join(dataDir, 'run.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')).children as { name: string; pid: number }[]) : []
}

export async function allGone(processes: readonly { name: string; pid: number }[]): Promise<void> {
  await waitFor(() => !processes.some(({ pid }) => isAlive(pid)), {
    what: `The end of ${processes.map(({ name, pid }) => `${name} (${pid})`).join(', ')}`,
    timeoutMs: PATIENCE_MS,
  })
}
