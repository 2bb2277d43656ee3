/** The holder of an account can post to its address whatever they like, and it is read by the process that serves all platforms. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../scripts/support/root.ts'

test('no adapter is held up by a large webhook, or fails on it', () => {
  // In a process of its own, because nothing can interrupt a pattern that takes for ever.
  const script = join(ROOT, 'tests/providers/support/hostile-webhooks.ts')
  const { stdout, stderr } = spawnSync(process.execPath, [script], { cwd: ROOT, timeout: 240_000, encoding: 'utf8' })
  expect(stdout, stderr).toBe('through')
}, 300_000)
