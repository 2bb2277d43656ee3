/**
 * A worker of the next version: its charges do something at their beginning and at their end that this version's do not, under a patch, as
 * every change of a workflow has to. Loaded before the worker (`node --import`), it has it bundle other workflows.
 */
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { TestProduct } from '../support/product.ts'

const WORKFLOWS = "'index.ts'"
const NEXT_WORKFLOWS = "'../tests/faults/next/workflows.ts'"
const BUNDLE = 'worker/bundle.ts'

/** From its next start on the worker is the next version's. */
export function bringNext({ env }: Pick<TestProduct, 'env'>): void {
  env.FAULT_NEXT = 'yes'
  env.NODE_OPTIONS = [env.NODE_OPTIONS, `--import=${fileURLToPath(import.meta.url)}`].filter(Boolean).join(' ')
}

if (process.env.FAULT_NEXT === 'yes' && process.argv[1]?.endsWith('worker/main.ts')) {
  registerHooks({
    load: (url, context, load) => {
      const loaded = load(url, context)
      if (!url.endsWith(BUNDLE)) return loaded
      const source = String(loaded.source)
      if (!source.includes(WORKFLOWS)) throw new Error(`${BUNDLE} names its workflows otherwise`)
      return { ...loaded, source: source.replace(WORKFLOWS, NEXT_WORKFLOWS) }
    },
  })
}
