/** An administrator decides once what is done about money that no charge waited for. */
import { generateKeyPairSync } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import type { TestProduct } from '../support/product.ts'
import { DESKTOP, PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

const policies = async () => {
  const { body } = await product.call<{ data: { doublePayments: string; latePayments: string }[] }>(
    'GET',
    '/v1/platforms',
  )
  return body.data[0]
}

/** What the page of one's own asks for. */
const OWN = /\/v1\/(me\/(sessions|second-factor)|users\/.+\/documents)/

test.each([
  ['/settings', '**/v1/platforms', 'Salvar a aparência', DESKTOP],
  ['/settings', '**/v1/platforms', 'Salvar a aparência', PHONE],
  ['/profile', OWN, 'Ativar', DESKTOP],
  ['/profile', OWN, 'Ativar', PHONE],
] as const)('%s has its shape before its values: nothing moves when they come', async (path, asked, button, screen) => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'admin', ...screen })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(asked, async (route) => {
    await released
    await route.continue()
  })
  await page.goto(path)
  await page.locator('main .ghost').first().waitFor()
  // The pages' own font comes after the first drawing, and lines break elsewhere in it.
  await page.evaluate('document.fonts.ready')
  const places = () =>
    page.evaluate<string[]>(
      "[...document.querySelectorAll('main h2')].map((title) => title.textContent + title.getBoundingClientRect().top)",
    )
  const before = await places()
  expect(before.length).toBeGreaterThan(3)
  expect(await page.getByRole('button', { name: button }).count()).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  release()
  await page.getByRole('button', { name: button }).first().waitFor()
  await expect.poll(() => page.locator('main .ghost').count()).toBe(0)
  await expect.poll(places).toEqual(before)
  expect(complaints).toEqual([])
  await page.context().close()
})

test('both policies are chosen, saved, and found again', async () => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'admin' })
  await page.goto('/')
  await page.getByRole('link', { name: 'Configurações' }).click()
  const double = page.getByRole('group', { name: 'Quando uma cobrança é paga duas vezes' })
  const late = page.getByRole('group', { name: 'Quando chega um pagamento atrasado' })
  const save = page.getByRole('button', { name: 'Salvar', exact: true })
  await double.getByRole('radio', { name: /^Perguntar a um operador/, checked: true }).waitFor()
  await late.getByRole('radio', { name: /^Perguntar a um operador/, checked: true }).waitFor()
  expect(await save.isDisabled()).toBe(true)
  expect(await seriousFindings(page)).toEqual([])

  await double.getByRole('radio', { name: /^Devolver o segundo pagamento/ }).check()
  await late.getByRole('radio', { name: /^Aceitar o dinheiro/ }).check()
  await save.click()
  await page.getByText('Configurações salvas').waitFor()
  expect(await policies()).toMatchObject({ doublePayments: 'refundLater', latePayments: 'accept' })

  await page.reload()
  await double.getByRole('radio', { name: /^Devolver o segundo pagamento/, checked: true }).waitFor()
  await late.getByRole('radio', { name: /^Devolver o dinheiro/ }).check()
  await save.click()
  await expect.poll(policies).toMatchObject({ doublePayments: 'refundLater', latePayments: 'refund' })
  expect(complaints).toEqual([])
  await page.context().close()
})

test('on a phone nothing leaves the screen, and only an administrator is shown the way', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'admin', ...PHONE })
  await page.goto('/settings')
  await page.getByRole('group', { name: 'Quando chega um pagamento atrasado' }).waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  expect(await seriousFindings(page)).toEqual([])
  await page.context().close()
  const operator = await visit(browser, product.addresses.app, { role: 'operator' })
  await operator.page.goto('/')
  await operator.page.getByRole('link', { name: 'Precisam de atenção' }).waitFor()
  expect(await operator.page.getByRole('link', { name: 'Configurações' }).count()).toBe(0)
  await operator.page.context().close()
})

test('the look is chosen, seen at once, saved, and worn by the pages that sell', async () => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'admin' })
  await page.goto('/settings')
  await page.getByLabel('Nome da loja').fill('Ateliê da Ana')
  // Nothing is chosen yet: the picker shows the colour that the preview's button really has.
  await page.getByText('Pagar com Pix').waitFor()
  const worn = await page.evaluate<string>(`(() => {
    const button = document.querySelector('[aria-label="Prévia"] > span:last-child')
    const pen = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d')
    pen.fillStyle = getComputedStyle(button).backgroundColor
    pen.fillRect(0, 0, 1, 1)
    const parts = [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3)
    return parts.map((part) => part.toString(16).padStart(2, '0')).join('')
  })()`)
  expect(await page.getByLabel('Escolher a cor').inputValue()).toBe(`#${worn}`)
  const color = page.getByLabel('Cor', { exact: true })
  await color.fill('verde')
  await page.getByRole('button', { name: 'Salvar a aparência' }).click()
  await page.getByText('Uma cor tem # e seis dígitos').waitFor()
  await color.fill('#1a7f4b')
  const warning = page.getByText('Sem um contato, quem tem dúvida não consegue falar com você')
  await warning.waitFor()
  await page.getByLabel('E-mail de atendimento').fill('ajuda@atelie.example')
  expect(await warning.count()).toBe(0)
  await page.getByRole('region', { name: 'Prévia' }).getByText('Ateliê da Ana').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Salvar a aparência' }).click()
  await page.getByText('Configurações salvas').waitFor()
  expect(complaints).toEqual([])
  await page.context().close()
  const { body } = await product.call<{ url: string }>('POST', '/v1/payment-links', { amount: 1990 })
  const buyer = await visit(browser, product.addresses.app, PHONE)
  await buyer.page.goto(new URL(body.url).pathname)
  await buyer.page.getByText('Ateliê da Ana').first().waitFor()
  await buyer.page.getByRole('link', { name: 'ajuda@atelie.example' }).waitFor()
  expect(await buyer.page.evaluate<string>("document.documentElement.style.getPropertyValue('--accent')")).toBe(
    '#1a7f4b',
  )
  await buyer.page.context().close()
})

test('a logo that is no picture is refused under its field, which names what it takes', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'admin' })
  await page.goto('/settings')
  await page.getByRole('region', { name: 'Prévia' }).waitFor()
  const logo = page.getByLabel('Logotipo')
  const buffer = Buffer.from('no picture')
  await logo.setInputFiles({ name: 'logo.pdf', mimeType: 'application/pdf', buffer })
  await page.getByText('Escolha um PNG, JPG ou WebP de até 10 MB').waitFor()
  await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await page.getByText('O conteúdo do arquivo não é do tipo que o nome dele diz.').waitFor()
  for (const text of ['Upload realizado com sucesso!', 'is not the image/png']) {
    expect(await page.getByText(text).count()).toBe(0)
  }
  await page.context().close()
})

test('installments, approvals, the receiver and what is believed are chosen, saved, and found again', async () => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'admin' })
  const platform = async () => {
    const { body } = await product.call<{ data: Record<string, unknown>[] }>('GET', '/v1/platforms')
    return body.data[0]
  }
  const { installmentFees, maxInstallmentsWithoutInterest, minInstallmentValue } = (await platform()) ?? {}
  await page.goto('/settings')
  const installments = page.getByRole('region', { name: 'Parcelas no cartão' })
  await installments.getByRole('combobox', { name: 'Parcelar em até' }).click()
  await page.getByRole('option', { name: '3x', exact: true }).click()
  await installments.getByRole('combobox', { name: 'Sem juros até' }).click()
  await page.getByRole('option', { name: '1x', exact: true }).click()
  await installments.getByLabel('2x').fill('dois')
  await installments.getByText('De 0 a 100 %, como 4,99').waitFor()
  await installments.getByLabel('2x').fill('999')
  await installments.getByText('De 0 a 100 %, como 4,99').waitFor()
  expect(await installments.getByRole('button', { name: 'Salvar parcelas' }).isDisabled()).toBe(true)
  await installments.getByLabel('2x').fill('3,5')
  await installments.getByLabel('3x').fill('4.99')
  await installments.getByLabel('Parcela mínima').fill('')
  await installments.getByLabel('Parcela mínima').pressSequentially('500')
  await installments.getByRole('button', { name: 'Salvar parcelas' }).click()
  await expect.poll(platform).toMatchObject({
    installmentFees: [expect.any(Number), 3.5, 4.99],
    maxInstallmentsWithoutInterest: 1,
    minInstallmentValue: 500,
  })

  const approval = page.getByRole('region', { name: 'Aprovação de saques' })
  await approval.getByRole('checkbox').check()
  await approval.getByLabel('Saques acima de').pressSequentially('100000')
  await approval.getByLabel('Quantas horas esperar').fill('0')
  await approval.getByText('De 1 a 720 horas').waitFor()
  await approval.getByLabel('Quantas horas esperar').fill('24')
  await approval.getByRole('button', { name: 'Salvar aprovação' }).click()
  await expect.poll(platform).toMatchObject({ approvalAbove: 100_000, approvalHours: 24 })

  const money = page.getByRole('region', { name: 'Recebedor e confirmação' })
  await money.getByLabel('Acreditar sem outra prova até').fill('')
  await money.getByLabel('Acreditar sem outra prova até').pressSequentially('20000')
  await money.getByRole('button', { name: 'Salvar recebedor e confirmação' }).click()
  await expect.poll(platform).toMatchObject({ maxUnprovedAmount: 20_000 })
  expect(await seriousFindings(page)).toEqual([])

  await page.reload()
  await approval.getByRole('checkbox', { checked: true }).waitFor()
  expect(await installments.getByLabel('2x').inputValue()).toBe('3,5')
  await approval.getByRole('checkbox').uncheck()
  await approval.getByRole('button', { name: 'Salvar aprovação' }).click()
  await expect.poll(platform).toMatchObject({ approvalAbove: null })
  expect(complaints).toEqual([])
  await page.context().close()
  const { id } = (await platform()) ?? {}
  const before = { installmentFees, maxInstallmentsWithoutInterest, minInstallmentValue, maxUnprovedAmount: 50_000 }
  expect((await product.call('PATCH', `/v1/platforms/${id}`, before)).status).toBe(200)
})

test('what another administrator changes while a form is open stays as they left it', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'admin' })
  const { body } = await product.call<{ data: { id: string }[] }>('GET', '/v1/platforms')
  const path = `/v1/platforms/${body.data[0]?.id}`
  const theirs = { brandColor: '#aa3311', latePayments: 'accept' }
  expect(
    (await product.call('PATCH', path, { brandColor: null, latePayments: 'ask', doublePayments: 'ask' })).status,
  ).toBe(200)
  await page.goto('/settings')
  const double = page.getByRole('group', { name: 'Quando uma cobrança é paga duas vezes' })
  await double.getByRole('radio', { name: /^Perguntar a um operador/, checked: true }).waitFor()
  expect((await product.call('PATCH', path, theirs)).status).toBe(200)
  await double.getByRole('radio', { name: /^Devolver o segundo pagamento/ }).check()
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect.poll(policies).toMatchObject({ doublePayments: 'refundLater', ...theirs })
  // By now the page knows of their changes; its other forms were opened before them.
  await page.getByLabel('Nome da loja').fill('Ateliê do Bento')
  await page.getByRole('button', { name: 'Salvar a aparência' }).click()
  await expect.poll(policies).toMatchObject({ name: 'Ateliê do Bento', ...theirs })
  await page.context().close()
})

test('certificates are named, and a private key is taken in and never shown', async () => {
  const kept = async () => (await product.call<{ data: { id: string }[] }>('GET', '/v1/platforms')).body.data[0]
  const none = { certCashInUrl: null, certCashOutUrl: 'https://certs.example/out.pem', privateKey: null }
  await product.call('PATCH', `/v1/platforms/${(await kept())?.id}`, none)
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'admin', ...PHONE })
  await page.goto('/settings')
  await page.getByLabel('Certificado para receber').fill('certs.example/in.pem')
  await page.getByRole('button', { name: 'Salvar certificados' }).click()
  await page.getByText('Informe um endereço completo').waitFor()
  await page.getByLabel('Certificado para receber').fill('https://certs.example/in.pem')
  await page.getByLabel('Certificado para pagar').fill('')
  await page.getByRole('button', { name: 'Salvar certificados' }).click()
  await expect.poll(kept).toMatchObject({ certCashInUrl: 'https://certs.example/in.pem', certCashOutUrl: null })

  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const field = page.getByLabel('Chave privada RSA (PEM)')
  await field.fill('half a key')
  await page.getByRole('button', { name: 'Salvar chave' }).click()
  await page.getByText('Cole a chave inteira').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await field.fill(pem)
  await page.getByRole('button', { name: 'Salvar chave' }).click()
  await page.getByText('Há uma chave guardada.').waitFor()
  expect(await kept()).toMatchObject({ hasPrivateKey: true })
  await page.reload()
  await page.getByText('Há uma chave guardada.').waitFor()
  expect(await field.inputValue()).toBe('')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  await page.getByRole('button', { name: 'Remover a chave' }).click()
  await expect.poll(kept).toMatchObject({ hasPrivateKey: false })
  expect(complaints).toEqual([])
  await page.context().close()
})

test('the secret of the webhooks is told by how it ends, rotated, and shown and copied once', async () => {
  const { page, complaints } = await visit(browser, product.addresses.app, {
    role: 'admin',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await page.goto('/settings')
  const panel = page.getByRole('region', { name: 'Segredo dos webhooks das cobranças' })
  await panel.getByRole('button', { name: 'Trocar segredo' }).click()
  await page.getByRole('dialog', { name: 'Trocar o segredo?' }).getByRole('button', { name: 'Trocar segredo' }).click()
  const once = page.getByRole('dialog', { name: 'Copie o segredo agora' })
  await once.getByRole('button', { name: 'Copiar segredo' }).click()
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toMatch(/^whsec_/)
  const secret = String(await page.evaluate('navigator.clipboard.readText()'))
  await once.getByText(secret).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await once.getByRole('button', { name: 'Já guardei' }).click()
  await panel.getByText(secret.slice(-4), { exact: true }).waitFor()
  await panel.getByText('Segredo anterior vale até').waitFor()
  expect(await page.getByText(secret).count()).toBe(0)
  expect(complaints).toEqual([])
  await page.context().close()
})
