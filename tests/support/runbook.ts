/** The runbook's own words, so that what is tried is what it says: its commands in a shell, and its SQL. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { ROOT } from '../../scripts/support/root.ts'
import { findTemporal } from '../../scripts/support/temporal-binary.ts'
import type { ChargeStack } from './charge-stack.ts'

export const RUNBOOK = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')

/** Each command of its shell blocks, with the lines that it goes on in. */
const COMMANDS = [...RUNBOOK.matchAll(/^ *```(?:sh)?\n(.*?)^ *```$/gms)].flatMap(([, block = '']) =>
  block
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#')),
)
/** Its blocks of SQL, and statements within its text. */
export const STATEMENTS = [
  ...[...RUNBOOK.matchAll(/^ *```sql\n(.*?)^ *```$/gms)].map(([, block = '']) => block.trim()),
  ...[...RUNBOOK.matchAll(/`((?:SELECT|UPDATE|DELETE FROM)\s[^`]+)`/g)].map(([, statement = '']) => statement),
]

const only = (found: readonly string[], what: string): string => {
  const [first, ...others] = found
  if (first === undefined || others.length > 0) throw new Error(`The runbook has ${found.length} of ${what}`)
  return first
}

/** @param parts of the one that is meant. */
export const commandWith = (...parts: string[]): string =>
  only(
    COMMANDS.filter((command) => parts.every((part) => command.includes(part))),
    parts.join(' … '),
  )

export const statementWith = (...parts: string[]): string =>
  only(
    STATEMENTS.filter((statement) => parts.every((part) => statement.includes(part))),
    parts.join(' … '),
  )

/**
 * As an operator types it, whose environment says where the server is, and who says yes when asked.
 * @param variables of their shell.
 * @returns what it printed.
 * @throws Error with that, if it fails.
 */
export async function inShell(
  { settings }: Pick<ChargeStack, 'settings'>,
  command: string,
  variables: Record<string, string> = {},
): Promise<string> {
  const programs = mkdtempSync(join(tmpdir(), 'trilho-shell-'))
  try {
    symlinkSync(await findTemporal(() => {}), join(programs, 'temporal'))
    const shell = spawn('sh', ['-c', command], {
      env: {
        PATH: [programs, process.env.PATH].join(delimiter),
        HOME: programs,
        TEMPORAL_ADDRESS: settings.temporalAddress,
        TEMPORAL_NAMESPACE: settings.temporalNamespace,
        ...variables,
      },
    })
    let printed = ''
    for (const stream of [shell.stdout, shell.stderr]) {
      stream.on('data', (text) => {
        printed += text
      })
    }
    shell.stdin.end('y\n')
    const code = await new Promise((resolve) => shell.once('close', resolve))
    if (code !== 0) throw new Error(`${command}: ${code}\n${printed}`)
    return printed
  } finally {
    rmSync(programs, { recursive: true, force: true })
  }
}
