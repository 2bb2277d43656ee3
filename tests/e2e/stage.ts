/** The product and a browser, for the tests of one file. */
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import { type ProductOfProcesses, startProduct, type TestProduct } from '../support/product.ts'
import { type ProductWaits, startProductHere } from '../support/product-here.ts'
import { freshDatabase, freshNamespace } from '../support/stack.ts'
import { openBrowser } from './browser.ts'

export interface Stage<Kind extends TestProduct = TestProduct> {
  product: Kind
  browser: Browser
}

const BUNDLED = `--import=${fileURLToPath(new URL('./bundled.ts', import.meta.url))}`

/** Starts both before the file's tests and its own preparations, hands them to `enter`, and closes them after everything. */
export function onStage(enter: (stage: Stage) => void, env: NodeJS.ProcessEnv = {}, waits: ProductWaits = {}): void {
  playOn(() => startProductHere(env, waits), enter)
}

/** For what kills a process. */
export function onStageOfProcesses(enter: (stage: Stage<ProductOfProcesses>) => void): void {
  playOn(startProcesses, enter)
}

async function startProcesses(): Promise<ProductOfProcesses> {
  const [database, namespace] = await Promise.all([freshDatabase(), freshNamespace()])
  const product = await startProduct({
    env: {
      DATABASE_URL: database.databaseUrl,
      TEMPORAL_ADDRESS: namespace.temporalAddress,
      TEMPORAL_NAMESPACE: namespace.temporalNamespace,
      NODE_OPTIONS: BUNDLED,
      TEST_BUNDLE: inject('workflowBundlePath'),
    },
  })
  const close = async () => {
    await product.close()
    await Promise.all([database.drop(), namespace.drop()])
  }
  return { ...product, close }
}

function playOn<Kind extends TestProduct>(start: () => Promise<Kind>, enter: (stage: Stage<Kind>) => void): void {
  const closing: (() => Promise<void>)[] = []
  let stage: Stage<Kind>
  beforeAll(async () => {
    const product = await start()
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
  afterEach(async ({ task }) => {
    const left = stage.browser.contexts().filter((context) => !kept.includes(context))
    if (task.result?.state === 'fail') await sayWhatStands(left)
    await Promise.all(left.map((context) => context.close()))
  })
}

/** What a developer who looked at the pages of a test that has failed would see. */
async function sayWhatStands(contexts: readonly BrowserContext[]): Promise<void> {
  for (const page of contexts.flatMap((context) => context.pages())) {
    const seen = await page.locator('body').ariaSnapshot({ timeout: 10_000 }).catch(String)
    process.stderr.write(`At the end ${page.url()} (${await drawn(page)}) shows\n${seen}\n`)
  }
}

/** Of a page that draws no frame any more all can be read, and nothing is found to stand still for a click. */
const drawn = (page: Page): Promise<string> => {
  const frame = "new Promise(requestAnimationFrame).then(() => document.visibilityState + ', drawn')"
  return Promise.race([page.evaluate<string>(frame), sleep(10_000, 'not drawn')]).catch(String)
}
