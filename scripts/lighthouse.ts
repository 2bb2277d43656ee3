/**
 * `npm run lighthouse`: what Lighthouse says of the two pages that buyers see, of the real product, on its telephone with a slow
 * network. Fails below 95 in any category. `-- --runs 3` takes the median of as many runs.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openBrowser } from '../tests/e2e/browser.ts'
import { startProduct, type TestProduct } from '../tests/support/product.ts'
import { findChromium } from './chromium.ts'
import { grainyPicture } from './support/picture.ts'
import { startProcess } from './support/processes.ts'
import { ROOT } from './support/root.ts'
import { buildWeb } from './support/web-build.ts'

const GOAL = 95
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const FIGURES = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
] as const

interface Audit {
  score: number | null
  scoreDisplayMode: string
  title: string
  numericValue?: number
  details?: { items?: { url: string; resourceType?: string; transferSize: number }[] }
}

interface Report {
  categories: Record<(typeof CATEGORIES)[number], { score: number | null }>
  audits: Record<string, Audit>
}

/** What the console runs in the browser: no module of Node's. */
const SMALLER_PICTURE = stripTypeScriptTypes(
  readFileSync(join(ROOT, 'web/src/ui/smaller-picture.ts'), 'utf8').replace('export ', ''),
)

const { values } = parseArgs({ options: { runs: { type: 'string', default: '3' } } })
const chromium = await findChromium(console.log)
await buildWeb(console.log)
const folder = mkdtempSync(join(tmpdir(), 'trilho-lighthouse-'))
const product = await startProduct()
try {
  const pages = await makePages(product)
  for (const [name, url] of Object.entries(pages)) {
    const reports: Report[] = []
    for (let run = 0; run < Number(values.runs); run += 1) reports.push(await measure(url))
    tell(name, url, reports)
  }
} finally {
  await product.close()
  rmSync(folder, { recursive: true, force: true })
}

interface Upload {
  method: string
  uploadUrl: string
  headers: Record<string, string>
  publicUrl: string
}

/** @returns the address of a picture that a seller has sent with the console, which makes it smaller. */
async function sendPicture({ call }: TestProduct, width: number, height: number): Promise<string> {
  const file = { fileName: 'foto.webp', contentType: 'image/webp', purpose: 'picture' }
  const { body: upload } = await call<Upload>('POST', '/v1/uploads', file)
  const { method, uploadUrl, headers, publicUrl } = upload
  const sent = await fetch(uploadUrl, { method, headers, body: await asSent(grainyPicture(width, height)) })
  if (!sent.ok) throw new Error(`The picture was answered ${sent.status}`)
  return publicUrl
}

/** As the console's own function makes it, in a browser. */
async function asSent(png: Buffer): Promise<Buffer> {
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    const picture = await page.evaluate<string>(`(async () => {
      ${SMALLER_PICTURE}
      const bytes = Uint8Array.from(atob('${png.toString('base64')}'), (letter) => letter.charCodeAt(0))
      const file = await smallerPicture(new File([bytes], 'foto.png', { type: 'image/png' }))
      return [...new Uint8Array(await file.arrayBuffer())].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    })()`)
    return Buffer.from(picture, 'hex')
  } finally {
    await browser.close()
  }
}

/** An offer with a text and a picture, of a seller with a logo and a colour, and an order of it that waits for its Pix. */
async function makePages(running: TestProduct): Promise<Record<string, string>> {
  const { call, addresses } = running
  const { body: platforms } = await call<{ data: { id: string }[] }>('GET', '/v1/platforms')
  const look = { logoUrl: await sendPicture(running, 360, 120), brandColor: '#0f766e' }
  const painted = await call('PATCH', `/v1/platforms/${platforms.data[0]?.id}`, look)
  if (painted.status !== 200) throw new Error(`The look was answered ${painted.status}`)
  const product = {
    name: 'Curso de fotografia',
    description: 'Doze aulas em vídeo, do básico ao retrato.',
    imageUrl: await sendPicture(running, 1_200, 800),
  }
  const { body: sold } = await call<{ id: string }>('POST', '/v1/products', product)
  const { body: offer } = await call<{ slug: string }>('POST', '/v1/offers', {
    productId: sold.id,
    name: 'Curso completo',
    price: 49_700,
    paymentMethods: ['PIX', 'CREDIT_CARD', 'BILLET'],
  })
  const customer = { name: 'Mariana Duarte', email: 'mariana@exemplo.com.br', document: '11144477735' }
  const { body: charge } = await call<{ checkoutToken: string; pixCode: string | null }>(
    'POST',
    '/v1/charges',
    { amount: 49_700, paymentMethod: 'PIX', customer, description: 'Curso completo' },
    { 'idempotency-key': 'lighthouse' },
  )
  if (charge.pixCode === null) throw new Error('The order has no Pix code')
  return { offer: `${addresses.app}/buy/${offer.slug}`, order: `${addresses.app}/pay/${charge.checkoutToken}` }
}

/** Runs the program, not the module: the program starts and stops its own Chromium for every run. */
async function measure(url: string): Promise<Report> {
  const path = join(folder, 'report.json')
  const said: string[] = []
  const run = await startProcess({
    name: 'lighthouse',
    command: process.execPath,
    args: [
      join(ROOT, 'node_modules/lighthouse/cli/index.js'),
      url,
      '--quiet',
      '--no-enable-error-reporting',
      '--output=json',
      `--output-path=${path}`,
      `--only-categories=${CATEGORIES.join(',')}`,
      // Search engines are told to leave payments out.
      ...(new URL(url).pathname.startsWith('/pay/') ? ['--skip-audits=is-crawlable'] : []),
      // The pages keep a stream open: the network never falls silent.
      '--max-wait-for-load=20000',
      '--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage',
    ],
    env: { ...process.env, CHROME_PATH: chromium },
    onLine: (line) => said.push(line),
  })
  const { code } = await run.exited
  if (code !== 0) throw new Error(`Lighthouse ended with ${code}: ${said.slice(-10).join('\n')}`)
  return JSON.parse(readFileSync(path, 'utf8')) as Report
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

function tell(name: string, url: string, reports: readonly Report[]): void {
  const { audits } = reports[0] as Report
  const scores = CATEGORIES.map((category) => ({
    category,
    score: Math.round(median(reports.map(({ categories }) => categories[category].score ?? 0)) * 100),
  }))
  const requests = audits['network-requests']?.details?.items ?? []
  const script = requests.filter(({ resourceType }) => resourceType === 'Script')
  const kilobytes = (script.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1_000).toFixed(1)
  const strangers = requests.filter(
    (request) => /^http/.test(request.url) && new URL(request.url).origin !== new URL(url).origin,
  )
  console.log(`${name}: ${scores.map(({ category, score }) => `${category} ${score}`).join(', ')}`)
  for (const figure of FIGURES) {
    const value = median(reports.map((report) => report.audits[figure]?.numericValue ?? 0))
    console.log(`  ${figure}: ${figure === 'cumulative-layout-shift' ? value.toFixed(3) : `${Math.round(value)} ms`}`)
  }
  console.log(`  ${kilobytes} kB of script in ${script.length} files; requests to others: ${strangers.length}`)
  const graded = Object.entries(audits).filter(([, { scoreDisplayMode }]) =>
    /binary|metricSavings/.test(scoreDisplayMode),
  )
  for (const [id, { score, title }] of graded) if (score !== null && score < 0.9) console.log(`  - ${id}: ${title}`)
  if (strangers.length > 0 || scores.some(({ score }) => score < GOAL)) process.exitCode = 1
}
