/** What makes a day in front of the lists shorter: rows close together, and where the focus goes. */
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { charged } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { hasFocus, PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})
beforeAll(async () => {
  await charge('Rafael Nogueira', 49_700)
  await charge('Mariana Duarte', 14_990)
})

async function charge(name: string, amount: number): Promise<void> {
  const customer = { name, email: 'm@exemplo.com.br', document: '11144477735', phone: '11912345678' }
  const body = { amount, paymentMethod: 'PIX', customer, providerAccountId: await product.accountAt('ASAAS') }
  await charged(product, body)
}

async function open(path: string, sight: object = {}, role: 'admin' | 'seller' = 'seller'): Promise<Page> {
  const { page } = await visit(browser, product.addresses.app, { role, ...sight })
  await page.goto(path)
  return page
}

const heightOf = async (page: Page, row: string) => (await page.locator(row).first().boundingBox())?.height ?? 0

describe('density', () => {
  test.each([
    ['a table', {}, 'tbody tr'],
    ['cards', PHONE, 'main ul[aria-label] > li'],
  ])('of %s is chosen once, by keyboard, and kept', async (_name, sight, row) => {
    const page = await open('/charges', sight)
    await page.getByText('Mariana Duarte').first().waitFor()
    const before = await heightOf(page, row)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Buscar em tudo' }).fill('densidade compacta')
    await expect.poll(() => page.getByRole('option').count()).toBe(1)
    await page.keyboard.press('Enter')
    await expect.poll(() => heightOf(page, row)).toBeLessThan(before)
    await page.reload()
    await page.getByText('Mariana Duarte').first().waitFor()
    expect(await heightOf(page, row)).toBeLessThan(before)
    expect(await seriousFindings(page)).toEqual([])
  })
})

describe('a dialog with a form', () => {
  test('begins in its first field, has its deed in sight, and keeps what was typed from a click beside it and from Escape', async () => {
    const page = await open('/offers')
    const opener = page.getByRole('button', { name: 'Nova oferta' }).first()
    await opener.click()
    const dialog = page.getByRole('dialog', { name: 'Nova oferta' })
    const name = dialog.getByLabel('Nome')
    await expect.poll(() => hasFocus(name)).toBe(true)
    const inside = await dialog.boundingBox()
    const deed = await dialog.getByRole('button', { name: 'Criar oferta' }).boundingBox()
    expect((deed?.y ?? 0) + (deed?.height ?? 0)).toBeLessThan((inside?.y ?? 0) + (inside?.height ?? 0))
    await page.keyboard.type('Curso')
    await page.mouse.click(4, 4)
    await name.press('End')
    await page.keyboard.type(' de violão')
    expect(await name.inputValue()).toBe('Curso de violão')
    expect(await seriousFindings(page)).toEqual([])
    const question = page.getByRole('dialog', { name: 'Descartar o que você preencheu?' })
    await page.keyboard.press('Escape')
    await question.waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(name)).toBe(true)
    expect(await name.inputValue()).toBe('Curso de violão')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Descartar' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(opener)).toBe(true)
    // Where nothing was filled in, nothing is asked.
    for (const leave of [() => page.mouse.click(4, 4), () => page.keyboard.press('Escape')]) {
      await opener.click()
      await expect.poll(() => hasFocus(name)).toBe(true)
      expect(await name.inputValue()).toBe('')
      await leave()
      await dialog.waitFor({ state: 'detached' })
    }
  })
})

describe('a second press', () => {
  const centreOf = async (page: Page, name: string) => {
    const box = await page.getByRole('dialog').getByRole('button', { name }).boundingBox()
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
  }

  test('of a double click does nothing to what a dialog leaves behind, nor closes the one it opened', async () => {
    // High enough for the dialog's button to be below what stands above the rows.
    // Of a user of its own: what it saves stays on that user's list.
    const page = await open('/charges?status=PENDING', { viewport: { width: 1280, height: 800 } }, 'admin')
    await page.getByText('Mariana Duarte').waitFor()
    // What the charges come to has a line above them, once it is known.
    await page.getByText(/^2 cobranças ·/).waitFor()
    await page.getByRole('button', { name: 'Salvar filtro' }).dblclick()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Nome do filtro').fill('Em aberto')
    const { x, y } = await centreOf(page, 'Salvar filtro')
    // The row is brought behind the button, wherever the page has it.
    await page.evaluate(`(() => {
      const row = [...document.querySelectorAll('tr')].find(({ innerText }) => innerText.includes('Mariana Duarte'))
      const down = ${y} - row.getBoundingClientRect().y - 20
      document.querySelector('table').style.transform = 'translateY(' + down + 'px)'
    })()`)
    await page.mouse.dblclick(x, y)
    await page.getByRole('link', { name: 'Em aberto', exact: true }).waitFor()
    await dialog.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/charges')
    await page.mouse.click(x, y)
    await page.getByRole('heading', { name: 'R$ 149,90' }).waitFor()
  })

  test('of a button that sends is none', async () => {
    const page = await open('/charges')
    await page.getByText('Mariana Duarte').first().waitFor()
    let asked = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/v1/exports')) asked += 1
    })
    const answer = page.waitForResponse(/\/v1\/exports/)
    const button = page.getByRole('button', { name: 'Exportar' })
    await button.click()
    await answer
    await expect.poll(() => button.isEnabled()).toBe(true)
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    expect(await button.isEnabled()).toBe(true)
    expect(asked).toBe(1)
    await button.click()
    await expect.poll(() => asked).toBe(2)
  })

  test('of a key finds the button that is busy, which keeps the focus and sends once', async () => {
    const page = await open('/charges')
    await page.getByText('Mariana Duarte').first().waitFor()
    let asked = 0
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/v1/exports', async (route) => {
      asked += 1
      await answered
      await route.continue()
    })
    const button = page.getByRole('button', { name: 'Exportar' })
    await button.press('Enter')
    await expect.poll(() => button.getAttribute('aria-busy')).toBe('true')
    await page.keyboard.press('Enter')
    expect(await hasFocus(button)).toBe(true)
    answer()
    await expect.poll(() => button.getAttribute('aria-busy')).toBe(null)
    expect(await hasFocus(button)).toBe(true)
    expect(asked).toBe(1)
  })

  test('of a held Enter is none: what had the dialog opened is not pressed again', async () => {
    const page = await open('/charges?status=PENDING')
    await page.getByText('Mariana Duarte').first().waitFor()
    const opener = page.getByRole('button', { name: 'Salvar filtro' })
    await opener.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect.poll(() => hasFocus(dialog.getByRole('textbox'))).toBe(true)
    await dialog.getByRole('button', { name: 'Cancelar' }).focus()
    await page.keyboard.down('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(opener)).toBe(true)
    await page.keyboard.down('Enter')
    expect(await dialog.count()).toBe(0)
    await page.keyboard.up('Enter')
    await page.keyboard.press('Enter')
    await dialog.waitFor()
  })
})

describe('the largest amounts', () => {
  const namesOf = async (page: Page, row: string) =>
    (await page.locator(row).allInnerTexts()).map((text) => /Rafael|Mariana/.exec(text)?.[0])

  test('come first at a press of the header, then last, and the address keeps it', async () => {
    const page = await open('/charges')
    await expect.poll(() => namesOf(page, 'tbody tr')).toEqual(['Mariana', 'Rafael'])
    const header = page.getByRole('columnheader', { name: 'Valor' })
    await header.getByRole('button').press('Enter')
    await expect.poll(() => namesOf(page, 'tbody tr')).toEqual(['Rafael', 'Mariana'])
    expect(await header.getAttribute('aria-sort')).toBe('descending')
    expect(new URL(page.url()).searchParams.get('sort')).toBe('-amount')
    expect(await seriousFindings(page)).toEqual([])
    await header.getByRole('button').click()
    await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending')
    await page.reload()
    await expect.poll(() => namesOf(page, 'tbody tr')).toEqual(['Mariana', 'Rafael'])
    expect(await header.getAttribute('aria-sort')).toBe('ascending')
  })

  test('are asked for among the filters on a phone', async () => {
    const page = await open('/charges', PHONE)
    await page.getByRole('button', { name: 'Filtros' }).click()
    await page.getByRole('combobox', { name: 'Ordem' }).click()
    await page.getByRole('option', { name: 'Maior valor primeiro' }).click()
    await expect.poll(() => namesOf(page, 'main ul[aria-label] > li')).toEqual(['Rafael', 'Mariana'])
    await page.getByRole('button', { name: 'Filtros (1)' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })

  test('of too many are refused in words', async () => {
    const page = await open('/')
    await page.route('**/v1/charges?*', (route) =>
      route.fulfill({
        status: 422,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          type: 'about:blank',
          title: 'Unprocessable',
          status: 422,
          code: 'rule_broken',
          requestId: 'req-1',
          errors: [{ path: '/sort', rule: 'tooMany', message: 'Too many to be ranked' }],
        }),
      }),
    )
    await page.goto('/charges?sort=-amount')
    await page.getByText('É muita coisa de uma vez').waitFor()
    await page.getByText('Escolha um período, ou outro filtro, e tente de novo.').waitFor()
  })
})

describe('the focus', () => {
  const titleOf = (page: Page) =>
    page.evaluate<string>("document.activeElement.matches('h1') && document.activeElement.textContent")

  test('goes to the title of the page that was gone to, of one thing as well', async () => {
    const page = await open('/charges')
    await page.getByRole('link', { name: 'Reembolsos' }).click()
    await expect.poll(() => titleOf(page)).toBe('Reembolsos')
    await page.getByRole('link', { name: 'Cobranças' }).click()
    await page.getByRole('link', { name: /Mariana Duarte/ }).click()
    await expect.poll(() => titleOf(page)).toMatch(/149,90/)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Buscar em tudo' }).fill('recebedores')
    await page.getByRole('option', { name: 'Ir para: Recebedores' }).click()
    await expect.poll(() => titleOf(page)).toBe('Recebedores')
  })
})
