/** The product and a browser, for the tests of one file. */
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'
import { startProduct, type TestProduct, type TestProductOptions } from '../support/product.ts'
import { openBrowser } from './browser.ts'

export interface Stage {
  product: TestProduct
  browser: Browser
}

const BUNDLED = `--import=${fileURLToPath(new URL('./bundled.ts', import.meta.url))}`

/** Starts both before the file's tests and its own preparations, hands them to `enter`, and closes them after everything. */
export function onStage(enter: (stage: Stage) => void, options: TestProductOptions = {}): void {
  const started: Partial<Stage> = {}
  beforeAll(async () => {
    const bundle = { NODE_OPTIONS: BUNDLED, TEST_BUNDLE: inject('workflowBundlePath') }
    started.product = await startProduct({ ...options, env: { ...options.env, ...bundle } })
    started.browser = await openBrowser()
    enter({ product: started.product, browser: started.browser })
  })
  afterAll(async () => {
    await started.browser?.close()
    await started.product?.close()
  })
}
