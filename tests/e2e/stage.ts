/** The product and a browser, for the tests of one file. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { startProduct, type TestProduct, type TestProductOptions } from '../support/product.ts'
import { openBrowser } from './browser.ts'

export interface Stage {
  product: TestProduct
  browser: Browser
}

/** Starts both before the file's tests and its own preparations, hands them to `enter`, and closes them after everything. */
export function onStage(enter: (stage: Stage) => void, options: TestProductOptions = {}): void {
  const started: Partial<Stage> = {}
  beforeAll(async () => {
    started.product = await startProduct(options)
    started.browser = await openBrowser()
    enter({ product: started.product, browser: started.browser })
  })
  afterAll(async () => {
    await started.browser?.close()
    await started.product?.close()
  })
}
