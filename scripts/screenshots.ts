/** `npm run screenshots`: pictures of the main pages for the README, taken from the real product. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openBrowser, openContext, PHONE } from '../tests/e2e/browser.ts'
import { startProduct } from '../tests/support/product.ts'
import { type DemoCharges, makeDemoCharges } from './support/demo-charges.ts'
import { inviteDemoPerson } from './support/demo-people.ts'
import { makeDemoProduct } from './support/demo-product.ts'
import { ROOT } from './support/root.ts'
import { buildWeb } from './support/web-build.ts'

const FOLDER = join(ROOT, 'docs/screenshots')
const WIDE = { viewport: { width: 1280, height: 800 } }

interface Shot {
  name: string
  path: (shown: DemoCharges & { productId: string; invitation: string }) => string
  /** A text that shows that the page is complete. */
  ready: string
  role?: 'admin'
  dark?: true
  phone?: true
}

/** By day, by night and on a phone. */
function sights(name: string, shot: Pick<Shot, 'path' | 'ready'>): Shot[] {
  return [
    { name, ...shot, role: 'admin' },
    { name: `${name}-dark`, ...shot, role: 'admin', dark: true },
    { name: `${name}-phone`, ...shot, role: 'admin', phone: true },
  ]
}

const SHOTS: readonly Shot[] = [
  { name: 'sign-in', path: () => '/sign-in', ready: 'Contas de demonstração' },
  { name: 'overview', path: () => '/', ready: 'Recebido por dia', role: 'admin' },
  { name: 'overview-dark', path: () => '/', ready: 'Recebido por dia', role: 'admin', dark: true },
  { name: 'overview-phone', path: () => '/', ready: 'Recebido por dia', role: 'admin', phone: true },
  { name: 'charges', path: () => '/charges', ready: 'Camila Rocha', role: 'admin' },
  { name: 'charges-dark', path: () => '/charges', ready: 'Camila Rocha', role: 'admin', dark: true },
  { name: 'charges-phone', path: () => '/charges', ready: 'Camila Rocha', role: 'admin', phone: true },
  { name: 'new-charge', path: () => '/charges/new', ready: 'Quem vai pagar', role: 'admin' },
  { name: 'charge', path: ({ pending }) => `/charges/${pending.id}`, ready: 'Próxima consulta', role: 'admin' },
  { name: 'charge-lost-answer', path: ({ found }) => `/charges/${found.id}`, ready: 'Próxima consulta', role: 'admin' },
  { name: 'attention', path: ({ stuck }) => `/charges/${stuck.id}`, ready: 'Parada até', role: 'admin' },
  {
    name: 'charge-paid-dark',
    path: ({ paid }) => `/charges/${paid.id}`,
    ready: 'Nada a fazer',
    role: 'admin',
    dark: true,
  },
  { name: 'providers', path: () => '/providers', ready: 'Confirmado por consulta', role: 'admin' },
  { name: 'webhooks-dark', path: () => '/webhook-events', ready: 'Entregue', role: 'admin', dark: true },
  { name: 'playground', path: () => '/playground', ready: 'waiting_payment', role: 'admin' },
  ...sights('refunds', { path: () => '/refunds', ready: 'Painel do provedor' }),
  ...sights('customers', { path: () => '/customers', ready: 'Padaria Pão de Minas' }),
  ...sights('customer', { path: ({ paid }) => `/customers/${paid.customerId}`, ready: 'Ver na lista de cobranças' }),
  ...sights('people', { path: () => '/people', ready: 'nina.prado@exemplo.com.br' }),
  { name: 'invitation', path: ({ invitation }) => invitation, ready: 'Você foi convidado' },
  { name: 'invitation-dark', path: ({ invitation }) => invitation, ready: 'Você foi convidado', dark: true },
  { name: 'invitation-phone', path: ({ invitation }) => invitation, ready: 'Você foi convidado', phone: true },
  ...sights('product', { path: ({ productId }) => `/products/${productId}`, ready: 'Para a turma de maio' }),
  ...sights('payment-links', { path: () => '/payment-links', ready: 'Sinal da reforma' }),
  ...sights('mailbox', { path: () => '/mailbox', ready: 'beatriz.sampaio@exemplo.com.br' }),
  ...sights('profile', { path: () => '/profile', ready: 'Sessões abertas' }),
  { name: 'offer-phone', path: () => '/buy/curso-de-fotografia', ready: 'Como você quer pagar?', phone: true },
  { name: 'buyer-phone', path: ({ pending }) => `/pay/${pending.checkoutToken}`, ready: 'Copiar código', phone: true },
  {
    name: 'buyer-paid-phone-dark',
    path: ({ paid }) => `/pay/${paid.checkoutToken}`,
    ready: 'Obrigado',
    phone: true,
    dark: true,
  },
]

/** `npm run screenshots -- product mailbox`: only these. */
const chosen = process.argv.slice(2)

await buildWeb(console.log)
mkdirSync(FOLDER, { recursive: true })
const product = await startProduct({ temporalWeb: true })
const browser = await openBrowser()
try {
  const shown = {
    ...(await makeDemoCharges(product)),
    productId: await makeDemoProduct(product),
    invitation: await inviteDemoPerson(product),
  }
  for (const { name, path, ready, role, dark, phone } of SHOTS.filter(
    (shot) => chosen.length === 0 || chosen.includes(shot.name),
  )) {
    const context = await openContext(browser, product.addresses.app, {
      ...(phone ? PHONE : WIDE),
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      ...(role ? { role } : {}),
    })
    const page = await context.newPage()
    await page.goto(path(shown))
    await page.getByText(ready).filter({ visible: true }).first().waitFor()
    await page.evaluate('document.fonts.ready.then(() => undefined)')
    await page.screenshot({ path: join(FOLDER, `${name}.png`) })
    await context.close()
    console.log(`docs/screenshots/${name}.png`)
  }
} finally {
  await browser.close()
  await product.close()
}
