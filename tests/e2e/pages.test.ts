/** Pages as they must be when things fail, and what a person chose for all of them. That each page is for everyone: every-page.test.ts. */
import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { charged, make, pay } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { holdAnimations, PHONE, seriousFindings, visit, weighScripts } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
interface Charge {
  id: string
  provider: string
  transactionId: string
  checkoutToken: string
}
let paid: Charge
let stuck: { id: string }

onStage(
  (stage) => {
    ;({ product, browser } = stage)
  },
  { TEMPORAL_UI_URL: 'http://127.0.0.1:8233' },
)
beforeAll(async () => {
  paid = await charged<Charge>(product, await wish('Mariana Duarte', 14_990, 'ASAAS'))
  await pay(product, paid)
  await product.sandbox.setFault('PAGUESAFE', 'createTransaction', { fault: 'commitThenDrop' })
  stuck = await make<Charge>(product, '/v1/charges', await wish('Rafael Nogueira', 49_700, 'PAGUESAFE'))
})

async function wish(name: string, amount: number, provider: string) {
  const providerAccountId = await product.accountAt(provider)
  const customer = { name, email: 'cliente@exemplo.com.br', document: '11144477735', phone: '11912345678' }
  return { amount, paymentMethod: 'PIX', customer, providerAccountId, webhookUrl: 'http://127.0.0.1:9/webhook' }
}

async function open(path: string, options: Parameters<typeof visit>[2] = { role: 'admin' }) {
  const visited = await visit(browser, product.addresses.app, options)
  await visited.page.goto(path)
  return visited
}

test("an unknown buyer's page says so", async () => {
  for (const options of [{ colorScheme: 'dark' }, PHONE] as const) {
    const { page } = await open(`/pay/${'x'.repeat(43)}`, options)
    await page.getByText('Cobrança não encontrada').first().waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.context().close()
  }
})

test.each([
  ["a buyer's page", () => `/pay/${paid.checkoutToken}`, 'Pagamento confirmado'],
  ['the console', () => '/sign-in', 'Contas de demonstração'],
])('%s whose script does not come says so, in both languages, and is loaded again', async (_, address, ready) => {
  const { page } = await visit(browser, product.addresses.app, PHONE)
  await page.route('**/assets/*.js', (route) => route.abort())
  const arrive = await holdAnimations(page)
  await page.goto(address())
  const again = page.getByRole('link', { name: 'Carregar de novo' })
  // A user who waits a moment sees none of it.
  expect(await again.count()).toBe(0)
  await arrive()
  await again.waitFor()
  await page.getByRole('link', { name: 'Load it again' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.unroute('**/assets/*.js')
  await again.click()
  await page.getByText(ready).first().waitFor()
  expect(await again.count()).toBe(0)
  await page.context().close()
})

test("the buyer's page asks for little", async () => {
  const { page } = await visit(browser, product.addresses.app, PHONE)
  const weight = weighScripts(page, async (script) => (await (await script.response())?.body())?.length ?? 0)
  await page.goto(`/pay/${paid.checkoutToken}`, { waitUntil: 'networkidle' })
  await page.getByText('Pagamento confirmado').waitFor()
  await expect.poll(weight).toBeGreaterThan(0)
  expect(await weight()).toBeLessThan(200_000)
})

describe('when things fail', () => {
  test('a form says beside each field what is wrong, in Portuguese, and sends nothing', async () => {
    const { page } = await open('/charges/new')
    let posts = 0
    page.on('request', (request) => {
      if (request.method() === 'POST') posts += 1
    })
    await page.getByLabel('CPF ou CNPJ').pressSequentially('11144477736')
    await page.getByLabel('E-mail').fill('mariana')
    await page.getByRole('button', { name: /^Cobrar/ }).click()
    const note = async (label: string) => {
      const id = await page.getByLabel(label).getAttribute('aria-describedby')
      return id && page.locator(`[id="${id}"]`).textContent()
    }
    await expect.poll(() => note('Descrição do item')).toBe('Preencha este campo')
    expect(await note('Valor unitário')).toBe('Informe um valor maior que zero')
    expect(await note('CPF ou CNPJ')).toBe('CPF ou CNPJ inválido: confira os dígitos')
    expect(await note('E-mail')).toBe('Informe um e-mail válido, como nome@exemplo.com.br')
    await page.getByLabel('Valor unitário').pressSequentially('99999999999')
    await page.getByLabel('Quantidade').fill('2')
    await expect.poll(() => note('Valor unitário')).toBe('O total não pode passar de R$\u00a0999.999.999,99')
    expect(posts).toBe(0)
    expect(await seriousFindings(page)).toEqual([])
  })

  test.each([crypto.randomUUID(), 'not-an-id', '..%2Fproviders'])('no charge %s: says so, with an id', async (id) => {
    const { page } = await open(`/charges/${id}`)
    await page.getByText('Não encontramos o que você procura').waitFor()
    await page.getByText('Código da requisição:').waitFor()
    expect(await page.getByRole('button', { name: 'Tentar de novo' }).count()).toBe(0)
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('link', { name: 'Voltar à visão geral' }).click()
    await page.getByRole('heading', { name: 'Visão geral' }).waitFor()
  })

  test('a page that the role does not use says who can change that, and leads back', async () => {
    const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller' })
    for (const path of ['/audit-log', '/people', '/settings', '/routing']) {
      await page.goto(path)
      await page.getByText('Um administrador da sua plataforma pode mudá-lo em Pessoas.').waitFor()
      expect(await page.getByRole('button', { name: 'Tentar de novo' }).count()).toBe(0)
    }
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('link', { name: 'Voltar à visão geral' }).click()
    await page.getByRole('heading', { name: 'Visão geral' }).waitFor()
    // Nothing is asked of the API that is sure to be refused.
    expect(complaints).toEqual([])
    // A part of a page that only others may see is refused by the API, and says the same.
    await page.goto('/webhook-deliveries')
    await page.getByText('Um administrador da sua plataforma pode mudá-lo em Pessoas.').first().waitFor()
    expect(await page.getByRole('button', { name: 'Tentar de novo' }).count()).toBe(0)
  })

  test('a lost connection says that nothing is lost, and the page recovers', async () => {
    const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
    let isDown = true
    await page.route('**/v1/charges?*', (route) => (isDown ? route.abort() : route.continue()))
    await page.goto('/charges')
    await page.getByText('Sem conexão com o servidor').waitFor()
    isDown = false
    await page.getByRole('button', { name: 'Tentar de novo' }).click()
    await page.getByText('Mariana Duarte').waitFor()
  })

  test('what is typed into the settings stays where a later reading of them fails', async () => {
    const { page } = await visit(browser, product.addresses.app, { role: 'admin' })
    await page.clock.install()
    await page.goto('/settings')
    const name = page.getByLabel('Nome da loja')
    await page.getByRole('button', { name: 'Salvar a aparência' }).waitFor()
    await name.fill('Ateliê da Célia')
    let asked = 0
    // One reading, which is tried three times.
    await page.route('**/v1/platforms', (route) => (++asked > 3 ? route.continue() : route.fulfill({ status: 503 })))
    const isReadAgain = page.waitForResponse((answer) => answer.url().endsWith('/v1/platforms') && answer.ok())
    await expect
      .poll(async () => {
        await page.clock.fastForward(60_000)
        await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
        return asked
      })
      .toBeGreaterThan(3)
    await isReadAgain
    await page.getByRole('button', { name: 'Salvar a aparência' }).waitFor()
    expect(await name.inputValue()).toBe('Ateliê da Célia')
    // Nor is it lost by a click.
    const leave = page.getByRole('dialog', { name: 'Sair sem salvar?' })
    await page.getByRole('link', { name: 'Cobranças' }).click()
    expect(await seriousFindings(page)).toEqual([])
    await leave.getByRole('button', { name: 'Continuar aqui' }).click()
    expect(await name.inputValue()).toBe('Ateliê da Célia')
    await page.getByRole('link', { name: 'Cobranças' }).click()
    await leave.getByRole('button', { name: 'Sair sem salvar' }).click()
    await page.getByRole('heading', { name: 'Cobranças', level: 1 }).waitFor()
    await page.goto('/settings')
    await page.getByLabel('Chave privada RSA (PEM)').fill('-----BEGIN')
    await page.getByRole('link', { name: 'Cobranças' }).click()
    await leave.waitFor()
    await page.context().close()
  })

  test('a provider that refuses is quoted, and nothing was charged', async () => {
    const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
    await page.route('**/v1/charges', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 502,
            contentType: 'application/problem+json',
            body: JSON.stringify({
              type: 'about:blank',
              title: 'Bad Gateway',
              status: 502,
              code: 'provider_refused',
              detail: 'Erro ao criar transação',
              requestId: 'req-1',
            }),
          })
        : route.continue(),
    )
    await page.goto('/charges/new')
    await page.getByLabel('Descrição do item').fill('Curso')
    await page.getByLabel('Valor unitário').pressSequentially('100')
    await page.getByLabel('Nome completo').fill('Mariana Duarte')
    await page.getByLabel('E-mail').fill('mariana@exemplo.com.br')
    await page.getByLabel('CPF ou CNPJ').pressSequentially('11144477735')
    await page.getByRole('button', { name: /^Cobrar/ }).click()
    const alert = page.getByRole('alert')
    await alert.getByText('Erro ao criar transação').waitFor()
    await alert.getByText('req-1').waitFor()
    await alert.getByText('Nada foi cobrado.', { exact: false }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })
})

test.each(['light', 'dark'] as const)(
  'a menu that is longer than a low window says so at its edge (%s)',
  async (colorScheme) => {
    const { page } = await open('/', { role: 'admin', viewport: { width: 1280, height: 1400 }, colorScheme })
    await page.getByRole('link', { name: 'Configurações' }).waitFor()
    const menu = page.getByRole('navigation', { name: 'Principal' }).locator('..')
    const edge = async () => {
      const box = await menu.boundingBox()
      if (!box) throw new Error('No menu')
      // Left of the links.
      return page.screenshot({ clip: { x: box.x + 1, y: box.y + box.height - 6, width: 2, height: 6 } })
    }
    const end = await edge()
    const isEnd = async () => (await edge()).equals(end)
    await page.setViewportSize({ width: 1280, height: 520 })
    await expect.poll(isEnd).toBe(false)
    await menu.hover()
    await page.mouse.wheel(0, 5_000)
    await expect.poll(isEnd).toBe(true)
    await page.context().close()
  },
)

test('a received webhook is shown raw and translated, and a replay moves no money', async () => {
  const { page } = await open('/webhook-events')
  await page.getByRole('button', { name: 'Abrir webhook de Asaas' }).first().click()
  const sheet = page.getByRole('dialog', { name: 'Webhook de Asaas' })
  await sheet.getByText('RECEIVED', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Abrir webhook de Asaas' }).and(page.locator(':focus')).waitFor()
  await page.goBack()
  await page.reload()
  await sheet.getByText('RECEIVED', { exact: true }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Repetir' }).click()
  await page.getByRole('dialog', { name: 'Repetir este webhook?' }).getByRole('button', { name: 'Repetir' }).click()
  const message = page.locator('[data-toast]').filter({ hasText: 'Webhook repetido' })
  const font = await message.evaluate((shown) => shown.ownerDocument.defaultView?.getComputedStyle(shown).fontFamily)
  expect(font).toContain('Inter')
  expect((await product.call('GET', `/v1/charges/${paid.id}`)).body).toMatchObject({ status: 'APPROVED' })
})

test('the address of a webhook that is gone says so, and of one that cannot be read offers another try', async () => {
  const { page } = await open('/webhook-events?open=01a211fe-0000-7000-8000-00000000dead')
  const sheet = page.getByRole('dialog', { name: 'Webhooks' })
  await sheet.getByText('Não encontramos o que você procura').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  const { body } = await product.call<{ data: { id: string }[] }>('GET', '/v1/webhook-events?limit=1')
  const id = body.data[0]?.id ?? ''
  await page.route(`**/v1/webhook-events/${id}`, (route) => route.abort())
  // On a page of another state the list does not have it.
  await page.goto(`/webhook-events?state=failed&open=${id}`)
  await sheet.getByText('Sem conexão com o servidor').waitFor()
  await page.unroute(`**/v1/webhook-events/${id}`)
  await sheet.getByRole('button', { name: 'Tentar de novo' }).click()
  await page.getByRole('dialog', { name: /^Webhook de / }).waitFor()
})

test('a seller sees neither keys nor decisions but who decides, and the language and theme stay as chosen', async () => {
  const { page } = await open(`/charges/${stuck.id}`, { role: 'seller' })
  await page.getByText('Quem decide é um operador ou administrador: peça a um deles.').waitFor()
  expect(await page.getByText('Sem desfecho conhecido').isVisible()).toBe(false)
  await page.getByText('Conversa com o provedor').click()
  await page.getByText('Sem desfecho conhecido').waitFor()
  expect(await page.getByRole('button', { name: 'Resolver' }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Chaves de API' }).count()).toBe(0)

  await page.getByRole('button', { name: 'Sua conta' }).click()
  await page.getByRole('menuitemradio', { name: 'Escuro' }).click()
  await page.getByRole('button', { name: 'Sua conta' }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await page.getByText('This charge needs a decision').waitFor()
  await page.reload()
  await page.getByText('This charge needs a decision').waitFor()
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
  expect(await page.evaluate('document.documentElement.lang')).toBe('en')

  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})
