import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { writeBundle } from '../support/workflow-bundle.ts'

export default async function bundleWorkflows(project: TestProject): Promise<() => void> {
  const directory = mkdtempSync(join(tmpdir(), 'trilho-bundle-'))
  project.provide('workflowBundlePath', await writeBundle(directory))
  return () => rmSync(directory, { recursive: true, force: true })
}
