import { execFileSync } from 'node:child_process'
import { ROOT } from './root.ts'

const SEEDS = 1_000_000

/** A seed that is the same for every run of a commit, or undefined outside a repository. */
export function commitSeed(): string | undefined {
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return String(Number.parseInt(commit.slice(0, 8), 16) % SEEDS)
  } catch {
    return undefined
  }
}
