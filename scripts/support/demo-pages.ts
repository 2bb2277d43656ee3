/** Every page, with what it shows once it is complete. Pictures are made of them, and a test looks at each. */
import type { Page } from 'playwright-core'
import { choose, fillBuyer, fillCard } from '../../tests/e2e/buyer.ts'
import type { PagePath, PublicPath } from '../../web/src/routes/paths.ts'
import { DEMO_SLUG } from './demo-product.ts'
import type { DemoWorld } from './demo-world.ts'

export interface DemoPage<Route extends PagePath | PublicPath | undefined = PagePath | PublicPath | undefined> {
  name: string
  /** Its path in the console; undefined for the buyers' pages. */
  route: Route
  path: (world: DemoWorld) => string
  /** A text that only the complete page has. */
  ready: string
  isPublic?: true
  /** The status that the API answers on this page: 401 when not signed in. */
  refusal?: 401
  /** What the visitor does first. */
  before?: (page: Page) => Promise<void>
  /** Its picture shows what is below the screen's edge, too. */
  isWhole?: boolean
}

const at = <Route extends PagePath>(
  route: Route,
  name: string,
  ready: string,
  path?: DemoPage['path'],
): DemoPage<Route> => ({
  name,
  route,
  path: path ?? (() => (route === '/' ? route : `/${route}`)),
  ready,
})

/** The compiler misses a path that no page of the list has. */
const all =
  <Path extends PagePath | PublicPath>() =>
  <Route extends Path | undefined>(
    pages: readonly DemoPage<Route>[] & ([Exclude<Path, Route>] extends [never] ? unknown : Exclude<Path, Route>),
  ): readonly DemoPage[] =>
    pages

export const CONSOLE_PAGES = all<PagePath>()([
  { ...at('/', 'overview', 'Recebido por dia'), isWhole: true },
  at('charges', 'charges', 'Camila Rocha'),
  at('charges/new', 'new-charge', 'Quem vai pagar'),
  at('charges/:id', 'charge', 'Próxima consulta', ({ pending }) => `/charges/${pending.id}`),
  at('charges/:id', 'charge-paid', 'Pagamento confirmado', ({ paid }) => `/charges/${paid.id}`),
  at('charges/:id', 'charge-boleto', 'Linha digitável', ({ boleto }) => `/charges/${boleto.id}`),
  {
    ...at('charges/:id', 'charge-lost-answer', 'Próxima consulta', ({ found }) => `/charges/${found.id}`),
    // On a phone its history, which the picture is of, is below the code.
    isWhole: true,
  },
  at('charges/:id', 'charge-stuck', 'Esta cobrança precisa de uma decisão', ({ stuck }) => `/charges/${stuck.id}`),
  at('attention', 'attention', 'Contestação aberta'),
  at('refunds', 'refunds', 'Camila Rocha'),
  at('refunds/:id', 'refund', 'Camila Rocha', ({ refundId }) => `/refunds/${refundId}`),
  at('withdrawals', 'withdrawals', 'R$\u00a02.500,00'),
  at('withdrawals/new', 'new-withdrawal', 'Chave Pix'),
  at('withdrawals/:id', 'withdrawal', 'R$\u00a02.500,00', ({ withdrawalId }) => `/withdrawals/${withdrawalId}`),
  at('receivers', 'receivers', 'Tiago Moraes Ilustração'),
  at('receivers/new', 'new-receiver', 'CPF ou CNPJ'),
  at('receivers/:id', 'receiver', 'Tiago Moraes Ilustração', ({ receiverId }) => `/receivers/${receiverId}`),
  at('disputes', 'disputes', 'PagueSafe'),
  at('disputes/:id', 'dispute', 'Camila Rocha', ({ disputeId }) => `/disputes/${disputeId}`),
  at('customers', 'customers', 'Padaria Pão de Minas'),
  at('customers/:id', 'customer', 'Ver na lista de cobranças', ({ paid }) => `/customers/${paid.customerId}`),
  at('offers', 'offers', 'Curso completo'),
  at('products/:id', 'product', 'Para a turma de maio', ({ productId }) => `/products/${productId}`),
  at('payment-links', 'payment-links', 'Sinal da reforma'),
  at('providers', 'providers', 'Mercado Pago'),
  at('providers/:code/connect', 'connect', 'Client ID', () => '/providers/TREEAL/connect'),
  at('reconciliation', 'reconciliation', 'extrato-novembro.csv'),
  at('routing', 'routing', 'Valores altos no Mercado Pago primeiro'),
  at('webhook-events', 'webhooks-received', 'Entregue'),
  at('webhook-deliveries', 'webhooks-sent', 'charge.'),
  at('webhook-endpoints', 'webhook-endpoints', 'loja.exemplo.com.br'),
  at('exams', 'exams', '127.0.0.1', () => '/test/exams'),
  at('exams/:id', 'exam', 'Como consertar', ({ examId }) => `/test/exams/${examId}`),
  at('playground', 'playground', 'waiting_payment'),
  at('mailbox', 'mailbox', 'beatriz.sampaio@exemplo.com.br'),
  at('api-keys', 'api-keys', 'Exames'),
  at('profile', 'profile', 'Sessões abertas'),
  at('people', 'people', 'nina.prado@exemplo.com.br'),
  at('settings', 'settings', 'Loja Demo'),
  at('exports', 'exports', 'Nenhum arquivo'),
  at('audit-log', 'audit-log', 'Entrou'),
])

const open = <Route extends PublicPath | undefined = undefined>(
  name: string,
  ready: string,
  path: DemoPage['path'],
  route?: Route,
): DemoPage<Route> => ({ name, route: route as Route, path, ready, isPublic: true })

export const PUBLIC_PAGES = all<PublicPath>()([
  open('docs', 'Comece aqui', () => '/docs', '/docs'),
  { ...open('sign-in', 'Contas de demonstração', () => '/sign-in', '/sign-in'), refusal: 401 },
  open('forgot-password', 'E-mail', () => '/forgot-password', '/forgot-password'),
  open('new-password', 'Trocar a senha e entrar', ({ newPassword }) => newPassword, '/new-password'),
  open('invitation', 'Você foi convidado', ({ invitation }) => invitation, '/invitation'),
  open('offer', 'Como você quer pagar?', () => `/buy/${DEMO_SLUG}`),
  open('buyer-pix', 'Copiar código', ({ pending }) => `/pay/${pending.checkoutToken}`),
  open('buyer-boleto', 'boleto', ({ boleto }) => `/pay/${boleto.checkoutToken}`),
  open('buyer-paid', 'Obrigado', ({ paid }) => `/pay/${paid.checkoutToken}`),
  {
    ...open('buyer-card', 'Uma das parcelas é de', () => `/buy/${DEMO_SLUG}`),
    before: async (page) => {
      await fillCardForm(page, '4111111111111111')
      await page.getByLabel('Parcelas').selectOption('3')
    },
    isWhole: true,
  },
  {
    ...open('buyer-declined', 'O cartão foi recusado', () => `/buy/${DEMO_SLUG}`),
    before: async (page) => {
      await fillCardForm(page, '4000000000000002')
      await page.getByRole('button', { name: /^Pagar .* com cartão$/ }).click()
    },
  },
  open('buyer-expired', 'Este código não vale mais', ({ expired }) => `/pay/${expired.checkoutToken}`),
  open('buyer-closed', 'Este link expirou', ({ closedPage }) => closedPage),
])

async function fillCardForm(page: Page, number: string): Promise<void> {
  await choose(page, 'Cartão')
  await fillBuyer(page)
  await fillCard(page, number)
}
