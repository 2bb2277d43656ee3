/** Chromium on the real product: signed-in pages, each in a context of its own. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
  type Request,
} from 'playwright-core'
import { findChromium } from '../../scripts/chromium.ts'
import { DEMO_PASSWORD, DEMO_USERS } from '../../scripts/seed.ts'
import { sayNothing } from '../../scripts/support/progress.ts'
import { waitFor } from '../../scripts/support/wait.ts'
import { slowDown } from './slowness.ts'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** As long as a poll waits: the limit is there for what hangs. */
const PATIENCE_MS = 120_000

/** The small one: what the package offers by itself is more than twice as long, and each page reads it anew. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A rule's own impact is that of all that it finds: the rules whose findings are thrown away are not run, nor is anything loaded for them. */
const RUN_AXE = `axe.run(document, {
  preload: false,
  resultTypes: ['violations'],
  rules: Object.fromEntries(
    axe._audit.rules
      .filter(({ impact }) => impact === 'minor' || impact === 'moderate')
      .map(({ id }) => [id, { enabled: false }]),
  ),
})`

/** What pulses and turns while a page waits took a fifth of the pages' processor time. */
const STILL = { reducedMotion: 'reduce' } as const
export const DESKTOP = { viewport: { width: 1280, height: 800 } }
export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

type Role = (typeof DEMO_USERS)[number]['role']

export interface Visit {
  page: Page
  /** What the page complained of in its console, and what it could not run: empty when all is well. */
  complaints: string[]
}

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await findChromium(sayNothing), args: FLAGS })
}

/** A page of the app at `baseURL`, signed in as `role` or without signing in, in a context of its own. */
export async function visit(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions & { role?: Role } = {},
): Promise<Visit> {
  return openPage(await openContext(browser, baseURL, options))
}

/** What the pages opened in it share: the session, and the files that the browser has already fetched. */
export async function openContext(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions & { role?: Role } = {},
): Promise<BrowserContext> {
  const { role, ...rest } = options
  const context = await browser.newContext({ baseURL, locale: 'pt-BR', ...STILL, ...DESKTOP, ...rest })
  context.setDefaultTimeout(PATIENCE_MS)
  await slowDown(context)
  if (role) await context.addCookies(await cookiesOf(context, baseURL, role))
  return context
}

export async function openPage(context: BrowserContext): Promise<Visit> {
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return { page, complaints }
}

type Cookies = Parameters<BrowserContext['addCookies']>[0]
const sessions = new WeakMap<Browser, Map<string, Cookies>>()

/** One session for all visits of a role with a browser: signing in is limited to a few times a minute. */
async function cookiesOf(context: BrowserContext, baseURL: string, role: Role): Promise<Cookies> {
  const key = `${role} ${baseURL}`
  const browser = context.browser() as Browser
  const ofBrowser = sessions.get(browser) ?? new Map<string, Cookies>()
  sessions.set(browser, ofBrowser)
  const known = ofBrowser.get(key)
  if (known) return known
  const answer = await context.request.post('/v1/auth/sign-in', {
    data: { email: DEMO_USERS.find((user) => user.role === role)?.email, password: DEMO_PASSWORD },
    headers: { origin: baseURL },
  })
  if (!answer.ok()) throw new Error(`Signing in as ${role}: ${answer.status()} ${await answer.text()}`)
  const cookies = await context.cookies()
  ofBrowser.set(key, cookies)
  return cookies
}

/** Weighs the page's scripts from now on, as `weigh` does. @returns what has been loaded so far, in bytes. */
export function weighScripts(page: Page, weigh: (script: Request) => Promise<number>): () => Promise<number> {
  const weights: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (!request.url().endsWith('.js')) return
    const weight = weigh(request)
    // One that comes after they were added up may find no page any more.
    weight.catch(() => undefined)
    weights.push(weight)
  })
  return async () => (await Promise.all(weights)).reduce((sum, weight) => sum + weight, 0)
}

/** Waits for everything that moves on the page to arrive; skeletons pulse for ever and are not waited for. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(`Promise.all(document.getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
    .map((animation) => animation.finished.catch(() => {})))`)
}

/** What moves on the pages that come now does not, however long they take to. @returns ends every movement, and lets the next go on. */
export async function holdAnimations(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Animation.enable')
  await session.send('Animation.setPlaybackRate', { playbackRate: 0 })
  return async () => {
    await page.evaluate('document.getAnimations().map((animation) => animation.finish())')
    await session.detach()
  }
}

/** The waits of a second and more that a page begins from now on do not begin before they are let go. */
const HOLD_TIMERS = `(() => {
  const begin = globalThis.setTimeout
  const held = []
  globalThis.setTimeout = (run, ms, ...more) =>
    ms >= 1_000 ? -held.push(() => begin(run, ms, ...more)) : begin(run, ms, ...more)
  globalThis.letGo = () => {
    globalThis.setTimeout = begin
    for (const go of held) go()
  }
})()`

/** Presses what answers for seconds only. Their end waits until it was seen: a machine may stand still for as long. */
export async function press(pressed: Locator, said: Locator): Promise<void> {
  const page = pressed.page()
  await page.evaluate(HOLD_TIMERS)
  await Promise.all([said.waitFor(), pressed.click()])
  await page.evaluate('letGo()')
}

/** Chooses from a list. A press that meets no option, because the list has just been drawn anew, is made again, as a user does who sees it. */
export async function pick(page: Page, label: string, wanted: RegExp): Promise<void> {
  const field = page.getByRole('combobox', { name: label })
  const option = page.getByRole('option', { name: wanted })
  const press = async () => {
    if (!(await option.isVisible())) await field.click()
    await option.click()
    return wanted.test(await field.inputValue())
  }
  await waitFor(press, { what: `The choice of ${wanted}`, timeoutMs: PATIENCE_MS })
}

/** Some things are said for seconds only, and who asks may come too late: the pages that come now keep all they say. @returns what the last one has said. */
export async function keepSaid(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(`globalThis.said = new Set()
    new MutationObserver(() => said.add(document.body?.innerText ?? ''))
      .observe(document, { childList: true, subtree: true, characterData: true })`)
  return () => page.evaluate<string>(`[...said].join('\\n')`)
}

/** How many pixels the page is wider than its window, so that it scrolls sideways; 0 or less where it fits. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')

export const hasFocus = (element: Locator): Promise<boolean> =>
  element.evaluate((shown) => shown === shown.ownerDocument.activeElement)

/** Accessibility findings that would keep a user out: "rule: element" for each. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // What fades in has too little contrast until it is there.
  await atRest(page)
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(AXE)
  const { violations } = await page.evaluate<AxeResults>(RUN_AXE)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} (${failureSummary ?? ''})`))
}
