/** A user sets a second factor up, signs out, and comes back with the app, with a recovery code, and with neither. */
import { createHash } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import postgres from 'postgres'
import { describe, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../../scripts/seed.ts'
import { codeNow, wrongCode } from '../support/authenticator.ts'
import type { TestProduct } from '../support/product.ts'
import { DESKTOP, hasFocus, overflow, PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

const PASSWORD = 'correct horse battery'

async function enter(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha').fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.request.post('/v1/auth/sign-out', { headers: { origin: product.addresses.app } })
  await page.goto('/sign-in')
}

/** As if all the others had been used. */
async function leaveCodes(email: string, codes: readonly string[]): Promise<void> {
  const kept = codes.map((code) => createHash('sha256').update(code.replaceAll('-', '')).digest('hex'))
  const sql = postgres(product.addresses.database, { max: 1 })
  await sql`UPDATE recovery_codes SET used_at = now() FROM second_factors factor, users
    WHERE factor.id = factor_id AND users.id = factor.user_id AND users.email = ${email}
    AND used_at IS NULL AND code_hash <> ALL(${kept})`
  await sql.end()
}

async function expectFine(page: Page): Promise<void> {
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(await seriousFindings(page)).toEqual([])
}

describe.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])('on a %s', (name, size) => {
  const email = `ana-${name}@loja.example`

  test('a second factor is set up, asked for, stood in for, and switched off', async () => {
    const person = { name: 'Ana', email, password: PASSWORD, role: 'seller' }
    expect((await product.call('POST', '/v1/users', person)).status).toBe(201)
    const { page } = await visit(browser, product.addresses.app, size)
    await page.goto('/sign-in?next=/profile')
    await enter(page, email)
    await page.getByRole('button', { name: 'Ativar segundo fator' }).waitFor()
    await expectFine(page)

    await page.getByRole('button', { name: 'Ativar segundo fator' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Senha atual').fill('not the password')
    await dialog.getByRole('button', { name: 'Continuar' }).click()
    await dialog.getByText('Essa não é a sua senha.').waitFor()
    await dialog.getByLabel('Senha atual').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Continuar' }).click()
    await dialog.getByRole('img', { name: 'QR para o aplicativo autenticador' }).waitFor()
    const secret = (await dialog.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? ''
    // On a phone the keyboard would cover what is copied first.
    await expect.poll(() => hasFocus(dialog.getByLabel('Código'))).toBe(size === DESKTOP)
    await expectFine(page)
    await dialog.getByLabel('Código').fill(wrongCode(secret))
    await dialog.getByRole('button', { name: 'Confirmar' }).click()
    await dialog.getByText('Esse código não vale agora.').waitFor()
    await dialog.getByLabel('Código').fill(codeNow(secret))
    await dialog.getByRole('button', { name: 'Confirmar' }).click()
    await dialog.getByText('Guarde estes códigos de recuperação').waitFor()
    const codes = await dialog.getByRole('listitem').allTextContents()
    expect(codes).toHaveLength(10)
    await expectFine(page)
    await dialog.getByRole('button', { name: 'Já guardei' }).click()
    await page.getByText('Ativado', { exact: true }).waitFor()

    await signOut(page)
    await enter(page, email)
    await page.getByRole('heading', { name: 'Digite o código' }).waitFor()
    await expectFine(page)
    const code = page.getByLabel('Código do aplicativo')
    await code.fill(wrongCode(secret))
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await page.getByRole('alert').getByText('Esse código não vale agora.').waitFor()
    await code.fill(codeNow(secret, 1))
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await page.waitForURL((url) => url.pathname === '/')

    await signOut(page)
    await enter(page, email)
    await page.getByRole('button', { name: 'Usar código de recuperação' }).click()
    await page.getByLabel('Código de recuperação').fill(codes[0] ?? '')
    await expectFine(page)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await page.waitForURL((url) => url.pathname === '/')
    await page.goto('/profile')
    await page.getByText('Códigos de recuperação restantes').waitFor()
    await page.getByText('9', { exact: true }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)

    await leaveCodes(email, codes.slice(1, 3))
    await page.reload()
    await page.getByRole('alert').getByText('Restam só 2 códigos de recuperação.').waitFor()
    await expectFine(page)
    await signOut(page)
    await enter(page, email)
    await page.getByRole('button', { name: 'Usar código de recuperação' }).click()
    await page.getByText('Perdeu todos? Um administrador').waitFor()
    await page.getByLabel('Código de recuperação').fill(codes[1] ?? '')
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await page.getByText('Você entrou com um código de recuperação').waitFor()
    await page.getByText('Resta só 1 código de recuperação.').waitFor()
    await expectFine(page)
    await page.getByRole('button', { name: 'Criar novos' }).click()
    await page.waitForURL('**/profile')

    await page.getByRole('button', { name: 'Desativar' }).click()
    await dialog.getByLabel('Senha atual').fill(PASSWORD)
    await dialog.getByLabel('Código').fill(codes[2] ?? '')
    await dialog.getByRole('button', { name: 'Desativar' }).click()
    await page.getByText('Segundo fator desativado').waitFor()
    await page.getByText('Desativado', { exact: true }).waitFor()
    await page.context().close()
  })

  test('the password is changed, and another session is seen and ended', async () => {
    const other = `bia-${name}@loja.example`
    await product.call('POST', '/v1/users', { name: 'Bia', email: other, password: PASSWORD, role: 'seller' })
    const { page } = await visit(browser, product.addresses.app, size)
    const dialog = page.getByRole('dialog')
    const elsewhere = await visit(browser, product.addresses.app, size)
    for (const at of [elsewhere.page, page]) {
      await at.goto('/sign-in?next=/profile')
      await enter(at, other)
      await at.getByText('Esta sessão').waitFor()
    }
    const one = page.getByRole('button', { name: /^Encerrar a sessão em/ })
    await page.getByRole('button', { name: 'Encerrar todas as outras' }).click()
    await dialog.getByText('Esta sessão continua.').waitFor()
    await expectFine(page)
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await dialog.waitFor({ state: 'detached' })
    if (size === DESKTOP) {
      await one.click()
      await page.getByText('Sessão encerrada').waitFor()
    } else {
      await page.getByRole('button', { name: 'Encerrar todas as outras' }).click()
      await dialog.getByRole('button', { name: 'Encerrar todas as outras' }).click()
      await page.getByText('As outras sessões foram encerradas').waitFor()
    }
    await one.waitFor({ state: 'detached' })
    await elsewhere.page.reload()
    await elsewhere.page.getByRole('heading', { name: 'Entrar' }).waitFor()

    await page.getByLabel('Senha atual').fill('not the password')
    await page.getByLabel('Nova senha').fill('a brand new password')
    await page.getByRole('button', { name: 'Trocar senha' }).click()
    await page.getByText('Essa não é a sua senha.').waitFor()
    await page.getByLabel('Senha atual').fill(PASSWORD)
    await page.getByRole('button', { name: 'Trocar senha' }).click()
    await page.getByText('Senha trocada').waitFor()
    await page.reload()
    await page.getByText('Esta sessão').waitFor()
    await elsewhere.page.context().close()
    await page.context().close()
  })
})

test('a code that comes too late is said to, and the password is asked for again', async () => {
  const email = 'dora@loja.example'
  await product.call('POST', '/v1/users', { name: 'Dora', email, password: PASSWORD, role: 'seller' })
  const { page } = await visit(browser, product.addresses.app)
  await page.goto('/sign-in?next=/profile')
  await enter(page, email)
  await page.getByRole('button', { name: 'Ativar segundo fator' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Senha atual').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  const secret = (await dialog.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? ''
  await dialog.getByLabel('Código').fill(codeNow(secret))
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  await dialog.getByRole('button', { name: 'Já guardei' }).click()
  await signOut(page)
  await enter(page, email)
  await page.getByRole('heading', { name: 'Digite o código' }).waitFor()
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
  await page.getByText('R$149.90', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Português' }).click()
  await page.getByRole('heading', { name: 'Digite o código' }).waitFor()
  // As the browser does when five minutes have passed.
  await page.context().clearCookies({ name: 'trilho.pending' })
  await page.getByLabel('Código do aplicativo').fill(codeNow(secret, 1))
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.getByRole('alert').getByText('Entre com a senha de novo.').waitFor()
  await page.getByLabel('Senha').waitFor()
  await expectFine(page)
  await page.context().close()
})

test('a user who is asked to sign in is told why, and is afterwards where they were going', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.goto('/charges')
  await page.getByRole('heading', { name: 'Cobranças' }).waitFor()
  await page.context().clearCookies()
  await page.getByRole('link', { name: 'Clientes', exact: true }).click()
  await page.getByText('A sua sessão terminou. Entre de novo para continuar de onde parou.').waitFor()
  await expectFine(page)
  await enter(page, 'seller@trilho.local', DEMO_PASSWORD)
  await page.waitForURL((url) => url.pathname === '/customers')
  await page.context().close()

  const stranger = await visit(browser, product.addresses.app, PHONE)
  await stranger.page.goto('/charges?status=APPROVED')
  await stranger.page.getByText('Entre para abrir a página que você pediu.').waitFor()
  await expectFine(stranger.page)
  await stranger.page.goto('/')
  await stranger.page.getByText('Acesse o painel da sua plataforma.').waitFor()
  await stranger.page.context().close()
})

test('a tab follows what another one does with the session', async () => {
  const { page: first } = await visit(browser, product.addresses.app)
  const second = await first.context().newPage()
  await first.goto('/sign-in?next=/charges')
  await first.getByLabel('Senha').waitFor()
  await second.goto('/sign-in')
  await enter(second, 'seller@trilho.local', DEMO_PASSWORD)
  await first.getByRole('heading', { name: 'Cobranças' }).waitFor()

  await second.getByRole('button', { name: 'Sua conta' }).click()
  await second.getByRole('menuitem', { name: 'Sair' }).click()
  await first.getByText('A sua sessão terminou.').waitFor()
  await enter(first, 'seller@trilho.local', DEMO_PASSWORD)
  await first.getByRole('heading', { name: 'Cobranças' }).waitFor()

  // Another user signs in where the tab is not told of it, and the second one is.
  const data = { email: 'operator@trilho.local', password: DEMO_PASSWORD }
  await first.request.post('/v1/auth/sign-in', { data, headers: { origin: product.addresses.app } })
  await first.getByRole('button', { name: 'Sofia Vendedora' }).waitFor()
  await second.evaluate("localStorage.setItem('trilho.session', 'anew')")
  await first.getByRole('button', { name: 'Otávio Operador' }).waitFor()
  await first.getByRole('link', { name: 'Atenção' }).waitFor()

  // What one person has loaded is not shown to the next one, also where no session was open in between.
  await first.getByRole('link', { name: 'Cobranças' }).click()
  await first.getByRole('heading', { name: 'Cobranças' }).waitFor()
  await second.reload()
  await second.getByRole('button', { name: 'Otávio Operador' }).click()
  await second.getByRole('menuitem', { name: 'Sair' }).click()
  await first.getByText('A sua sessão terminou.').waitFor()
  await first.route(/\/v1\/charges\?/, () => {})
  const asked = first.waitForRequest(/\/v1\/charges\?/)
  await enter(second, 'seller@trilho.local', DEMO_PASSWORD)
  await first.getByRole('button', { name: 'Sofia Vendedora' }).waitFor()
  await asked
  expect(await first.getByRole('table').count()).toBe(0)
  await first.context().close()
})

test('a platform that asks for one sends a user who has none to set it up', async () => {
  const found = await product.call<{ id: string }>('POST', '/v1/platforms', {
    name: 'Loja cuidadosa',
    admin: { name: 'Rui', email: 'rui@cuidadosa.example', password: PASSWORD },
  })
  expect(found.status).toBe(201)
  const { page } = await visit(browser, product.addresses.app)
  await page.goto('/sign-in?next=/settings')
  await enter(page, 'rui@cuidadosa.example')
  await page.getByRole('checkbox', { name: /^Exigir segundo fator/ }).click()
  await page.getByRole('button', { name: 'Exigir de todas' }).click()
  await page.waitForURL('**/profile')
  await page.getByText('A sua plataforma exige um segundo fator').waitFor()
  const refused: string[] = []
  page.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()))
  await page.goto('/charges')
  await page.waitForURL('**/profile')
  await page.getByText('A sua plataforma exige um segundo fator').waitFor()
  await expectFine(page)
  expect(refused).toEqual([])
  await page.context().close()
})
