/** Whole days of a seller and a buyer: a first sale by the README's steps, and an offer sold by each way to pay. */
import type { Browser, Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { TestProduct } from '../support/product.ts'
import { DESKTOP, PHONE, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

/** As the README says it. */
const MOST_CLICKS = 14
const BUYER = {
  'Nome completo': 'Mariana Duarte',
  'E-mail': 'mariana@exemplo.com.br',
  'CPF ou CNPJ': '52998224725',
  Telefone: '11912345678',
  CEP: '01310100',
  Rua: 'Avenida Paulista',
  'Número e complemento': '1000, ap. 12',
  Bairro: 'Bela Vista',
  Cidade: 'São Paulo',
  Estado: 'SP',
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })

/** A hand that counts: fields are reached by a click too. */
function countingHand() {
  let clicks = 0
  const click = async (what: Locator) => {
    await what.click()
    clicks += 1
  }
  const type = async (field: Locator, text: string) => {
    await click(field)
    await field.fill(text)
  }
  return { click, type, clicks: () => clicks }
}

async function fillBuyer(page: Page, type: (field: Locator, text: string) => Promise<void>): Promise<void> {
  for (const [label, text] of Object.entries(BUYER)) {
    const field = page.getByLabel(new RegExp(`^${label}\\s*\\*?$`))
    if ((await field.count()) > 0) await type(field, text)
  }
}

describe.each([
  ['a desk', DESKTOP],
  ['a phone', PHONE],
] as const)('on %s', (_, screen) => {
  const isPhone = 'isMobile' in screen
  const follow = async (page: Page, name: string, click: (what: Locator) => Promise<void>) => {
    if (isPhone) await click(button(page, 'Abrir menu'))
    await click(page.getByRole('link', { name, exact: true }))
  }

  test('the first sale through a link takes as few clicks as the README says', async () => {
    const hand = countingHand()
    const { page } = await visit(browser, product.addresses.app, screen)
    await page.goto('/')
    await hand.click(button(page, /Vendedor/))
    await follow(page, 'Links de pagamento', hand.click)
    await hand.click(button(page, 'Novo link').first())
    await hand.type(page.getByLabel('Nome'), isPhone ? 'Sinal da reforma' : 'Sinal do casamento')
    await hand.type(page.getByLabel('Valor'), '15000')
    await hand.click(button(page, 'Criar link'))
    const [buyer] = await Promise.all([
      page.context().waitForEvent('page'),
      hand.click(page.getByRole('link', { name: 'Abrir a página' })),
    ])
    await hand.click(button(page, 'Fechar'))
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await button(buyer, /^Pagar .* com Pix$/).waitFor()
    await fillBuyer(buyer, hand.type)
    await hand.click(button(buyer, /^Pagar .* com Pix$/))
    await button(buyer, 'Copiar código Pix').waitFor()
    await follow(page, 'Playground', hand.click)
    await hand.click(button(page, /^Pagar/).first())
    await buyer.getByText('Pagamento confirmado').waitFor()
    expect(hand.clicks()).toBeLessThanOrEqual(isPhone ? MOST_CLICKS + 2 : MOST_CLICKS)
    await page.goto('/charges')
    await page.getByText('Mariana Duarte').first().waitFor()
    await page.goto('/mailbox')
    await page.getByText('Recibo do seu pagamento').first().waitFor()
    await page.context().close()
  })

  test('an offer that a seller makes is bought by Pix, by boleto, and by a second card', async () => {
    const slug = isPhone ? 'curso-no-celular' : 'curso-na-mesa'
    const seller = await visit(browser, product.addresses.app, { role: 'seller', ...screen })
    await seller.page.goto('/offers')
    await button(seller.page, 'Nova oferta').first().click()
    await seller.page.getByLabel('Nome').fill(slug)
    await seller.page.getByLabel('Valor').fill('49700')
    await seller.page.getByLabel('Fim do endereço').fill(slug)
    await button(seller.page, 'Criar oferta').click()
    await seller.page.getByRole('dialog').waitFor({ state: 'detached' })
    await seller.page.getByText(slug).first().waitFor()

    const buy = async (method: string, submit: RegExp) => {
      const { page } = await visit(browser, product.addresses.app, PHONE)
      await page.goto(`/buy/${slug}`)
      await page.locator('label', { hasText: method }).first().click()
      await button(page, submit).waitFor()
      await fillBuyer(page, (field, text) => field.fill(text))
      return { page, pay: () => button(page, submit).click() }
    }
    const pay = async (paymentMethod: string) => {
      const { body } = await product.call<{ data: { provider: string; transactionId: string }[] }>(
        'GET',
        `/v1/charges?paymentMethod=${paymentMethod}&limit=1`,
      )
      const [charge] = body.data
      await product.sandbox.act({ provider: charge?.provider ?? '', id: charge?.transactionId ?? '' }, 'pay')
    }
    const pix = await buy('Pix', /^Pagar .* com Pix$/)
    await pix.pay()
    await button(pix.page, 'Copiar código Pix').waitFor()
    await pay('PIX')
    await pix.page.getByText('Pagamento confirmado').waitFor()

    const card = await buy('Cartão', /^Pagar .* com cartão$/)
    const fillCard = async (number: string) => {
      await card.page.getByLabel('Número do cartão').fill(number)
      await card.page.getByLabel('Validade').fill('0839')
      await card.page.getByLabel('Código de segurança').fill('123')
      await card.page.getByLabel('Nome impresso no cartão').fill('Mariana Duarte')
    }
    await fillCard('4000000000000002')
    await card.pay()
    await card.page.getByText('O cartão foi recusado').waitFor()
    await fillCard('4111111111111111')
    await card.pay()
    await card.page.getByText('Pagamento confirmado').waitFor()

    const boleto = await buy('Boleto', /^Gerar boleto/)
    await boleto.pay()
    await button(boleto.page, 'Copiar linha digitável').waitFor()
    await pay('BILLET')
    await boleto.page.getByText('Pagamento confirmado').waitFor()

    await seller.page.goto('/')
    const why = seller.page.getByRole('link', { name: 'O banco não autorizou, sem dizer por quê' })
    await why.click()
    await seller.page.getByText('Mariana Duarte').first().waitFor()
    expect(seller.complaints).toEqual([])
    for (const { page } of [pix, card, boleto, seller]) await page.context().close()
  })
})
