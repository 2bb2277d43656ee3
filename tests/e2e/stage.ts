/** The product and a browser, for the tests of one file. */
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import { startProduct, type TestProduct } from '../support/product.ts'
import { freshDatabase, freshNamespace } from '../support/stack.ts'
import { openBrowser } from './browser.ts'

export interface Stage {
  product: TestProduct
  browser: Browser
}

const BUNDLED = `--import=${fileURLToPath(new URL('./bundled.ts', import.meta.url))}`

/** Starts both before the file's tests and its own preparations, hands them to `enter`, and closes them after everything. */
export function onStage(enter: (stage: Stage) => void, env: NodeJS.ProcessEnv = {}): void {
  const closing: (() => Promise<void>)[] = []
  let stage: Stage
  beforeAll(async () => {
    const [database, namespace] = await Promise.all([freshDatabase(), freshNamespace()])
    closing.push(
      () => database.drop(),
      () => namespace.drop(),
    )
    const product = await startProduct({
      env: {
        ...env,
        DATABASE_URL: database.databaseUrl,
        TEMPORAL_ADDRESS: namespace.temporalAddress,
        TEMPORAL_NAMESPACE: namespace.temporalNamespace,
        NODE_OPTIONS: BUNDLED,
        TEST_BUNDLE: inject('workflowBundlePath'),
      },
    })
    closing.push(() => product.close())
    const browser = await openBrowser()
    closing.push(() => browser.close())
    stage = { product, browser }
    enter(stage)
  })
  afterAll(async () => {
    for (const close of closing.toReversed()) await close()
  })

  let kept: BrowserContext[]
  beforeEach(() => {
    kept = stage.browser.contexts()
  })
  // A page that its test has left open goes on asking, listening and drawing.
  afterEach(async () => {
    const left = stage.browser.contexts().filter((context) => !kept.includes(context))
    await Promise.all(left.map((context) => context.close()))
  })
}
