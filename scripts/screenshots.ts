/** `npm run screenshots`: every page in light and dark, at a desk and on a phone, taken from the real product. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { DESKTOP, openBrowser, openContext, PHONE } from '../tests/e2e/browser.ts'
import { startProduct } from '../tests/support/product.ts'
import { makeDemoHistory } from './support/demo-history.ts'
import { CONSOLE_PAGES, type DemoPage, PUBLIC_PAGES } from './support/demo-pages.ts'
import { type DemoWorld, makeDemoWorld } from './support/demo-world.ts'
import { ROOT } from './support/root.ts'
import { buildWeb } from './support/web-build.ts'

const FOLDER = join(ROOT, 'docs/screenshots')
const QUALITY = 0.8
/** One that is slow is a busy machine's; what never comes is missing. */
const PATIENCE_MS = 30_000

const SIGHTS = {
  '': { ...DESKTOP, colorScheme: 'light' },
  '-dark': { ...DESKTOP, colorScheme: 'dark' },
  '-phone': { ...PHONE, colorScheme: 'light' },
  '-phone-dark': { ...PHONE, colorScheme: 'dark' },
} as const
/** A page's questions are answered once none has been open for so long; streams stay open. */
const QUIET_MS = 400
const STREAM = /\/stream(\?|$)/

const SUFFIXES = Object.keys(SIGHTS) as (keyof typeof SIGHTS)[]

/** `npm run screenshots -- product mailbox`: only these pages. */
const chosen = process.argv.slice(2)
const pages = [...CONSOLE_PAGES, ...PUBLIC_PAGES].filter(({ name }) => chosen.length === 0 || chosen.includes(name))

await buildWeb(console.log)
mkdirSync(FOLDER, { recursive: true })
const product = await startProduct({ temporalWeb: true })
const browser = await openBrowser()
try {
  await makeDemoHistory(product.addresses, product.adminApiKey)
  const { body } = await product.call<{ data: { id: string; imageUrl: string | null }[] }>('GET', '/v1/products')
  const world = await makeDemoWorld(product, body.data.find(({ imageUrl }) => imageUrl)?.id)
  const press = await pressOf(browser)
  const missed: string[] = []
  const contexts = new Map<string, Promise<BrowserContext>>()
  /** A visitor fetches what pages share once. */
  const contextFor = ({ isPublic }: DemoPage, suffix: keyof typeof SIGHTS) => {
    const key = `${isPublic ? 'public' : 'console'}${suffix}`
    const options = { ...SIGHTS[suffix], reducedMotion: 'reduce', timezoneId: 'America/Sao_Paulo' } as const
    const visitor = isPublic ? options : ({ ...options, role: 'admin' } as const)
    const context = contexts.get(key) ?? openContext(browser, product.addresses.app, visitor)
    contexts.set(key, context)
    return context
  }
  for (const page of pages) {
    for (const suffix of SUFFIXES) {
      const file = `${page.name}${suffix}.webp`
      const taken = await take(await contextFor(page, suffix), page, world).catch((error: unknown) =>
        console.error(file, error instanceof Error ? error.message : error),
      )
      if (taken) writeFileSync(join(FOLDER, file), await press(taken))
      else missed.push(file)
    }
    console.log(`docs/screenshots/${page.name}`)
  }
  if (missed.length > 0) throw new Error(`Not taken: ${missed.join(', ')}`)
} finally {
  await browser.close()
  await product.close()
}

async function take(
  context: BrowserContext,
  { name, path, ready, before, isWhole = false }: DemoPage,
  world: DemoWorld,
): Promise<Buffer> {
  const page = await context.newPage()
  const quiet = quietOf(page)
  try {
    await page.goto(path(world))
    await before?.(page)
    const complete = page.getByText(ready).filter({ visible: true }).first()
    await complete.waitFor({ timeout: PATIENCE_MS }).catch(async (error: unknown) => {
      const seen = join(tmpdir(), `not-${name}-${Date.now()}.png`)
      await page.screenshot({ path: seen })
      throw new Error(`"${ready}" is not to be seen: ${seen}`, { cause: error })
    })
    await quiet()
    await isStill(page)
    return await page.screenshot({ fullPage: isWhole })
  } finally {
    await page.close()
  }
}

/** Its letters are there, its pictures too, and nothing of it is a placeholder any more. */
async function isStill(page: Page): Promise<void> {
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  await page.evaluate(
    'Promise.all([...document.images].map((image) => image.decode().catch(() => undefined))).then(() => undefined)',
  )
  await page.locator('main span[aria-hidden].bg-hover').first().waitFor({ state: 'detached' })
}

/** Resolves once the page has been asking nothing for a while. */
function quietOf(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let since = Date.now()
  page.on('request', (request) => {
    if (!STREAM.test(request.url())) open.add(request)
  })
  const close = (request: Request) => {
    open.delete(request)
    since = Date.now()
  }
  page.on('requestfinished', close)
  page.on('requestfailed', close)
  return async () => {
    while (open.size > 0 || Date.now() - since < QUIET_MS) await setTimeout(50)
  }
}

/** PNG in, WebP out: the browser that took the picture can write it smaller. */
async function pressOf(browser: Browser): Promise<(png: Buffer) => Promise<Buffer>> {
  const page = await browser.newPage()
  return async (png) => {
    const url = await page.evaluate<string>(`(async () => {
      const image = new Image()
      image.src = 'data:image/png;base64,${png.toString('base64')}'
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
      canvas.getContext('2d').drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', ${QUALITY})
    })()`)
    return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
  }
}
