/** A buyer who waits for the answer, leaves before it, or never gets it: they pay once, and are told what became of it. */
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { TestProduct } from '../support/product.ts'
import { PHONE, seriousFindings, visit } from './browser.ts'
import {
  choose,
  cut,
  type Ending,
  fillBuyer,
  fillByCard,
  holdOutcome,
  loseAnswer,
  loseTry,
  never,
  PAYING,
  proxysPage,
  sellCourse,
  statusesOf,
} from './buyer.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})
beforeAll(() => sellCourse(product))

async function open({ withClock = false, at = 'curso' } = {}): Promise<Page> {
  const { page } = await visit(browser, product.addresses.app, PHONE)
  if (withClock) await page.clock.install()
  await page.goto(`/buy/${at}`)
  return page
}

const paidBy = (email: string) => statusesOf(product, email)

/** Enough of the number that no random key has it in it. */
const CARD = '41111111'

test('who waits long is told that they may, then that they may leave; who comes back finds what became of it', async () => {
  const page = await open({ withClock: true })
  await fillByCard(page, 'espera@exemplo.com.br')
  const { heard } = await loseAnswer(page, never)
  await page.getByRole('button', { name: 'Pagar R$ 497,00 com cartão' }).click()
  await page.getByRole('button', { name: 'Um instante…' }).waitFor()
  await page.clock.fastForward(4_000)
  await page.getByText('Pode levar até um minuto: espere aqui e não pague de novo.').waitFor()
  await page.clock.fastForward(16_000)
  await page.getByText('se sair, volte por este mesmo endereço, neste aparelho').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await heard
  // The tab keeps who buys for a page that is loaded anew, and nothing of the card; what outlives the tab keeps neither.
  const [inTab, onDevice] = await page.evaluate<[string, string]>(
    '[JSON.stringify(sessionStorage), JSON.stringify(localStorage)]',
  )
  for (const secret of [CARD, '11144477735', 'espera@']) expect(onDevice.replaceAll(' ', '')).not.toContain(secret)
  expect(inTab.replaceAll(' ', '')).not.toContain(CARD)
  const back = await page.context().newPage()
  await page.close()
  await back.goto('/buy/curso')
  await back.getByText('Pagamento confirmado').waitFor()
  expect(await paidBy('espera@exemplo.com.br')).toEqual(['APPROVED'])
  await back.context().close()
})

test.each([
  ['cut', cut],
  ['200', proxysPage(200)],
  ['502', proxysPage(502)],
  ['413', proxysPage(413)],
  ['429', proxysPage(429)],
])(
  'after an answer that was lost (%s), another form pays nothing more: the payment is found first',
  async (name, ending) => {
    const page = await open()
    const email = `perdida-${name}@exemplo.com.br`
    await fillByCard(page, email)
    const { answer } = await holdOutcome(page)
    await loseAnswer(page, ending)
    await page.getByRole('button', { name: 'Pagar R$ 497,00 com cartão' }).click()
    await page.getByText('Sem resposta. Verifique a conexão e tente de novo: você não paga duas vezes.').waitFor()
    await page.unroute(PAYING)
    await page.getByLabel('Nome completo').fill('Mariana Duarte Lima')
    await page.getByRole('button', { name: 'Pagar R$ 497,00 com cartão' }).click()
    answer()
    await page.getByText('Pagamento confirmado').waitFor()
    expect(await paidBy(email)).toEqual(['APPROVED'])
    await page.context().close()
  },
)

test.each([404, 200])(
  'a proxy that answers for the API, to the try and to who asks after it (%s), ends nothing: the payment is found',
  async (status) => {
    const email = `proxy-${status}@exemplo.com.br`
    const page = await open({ withClock: true })
    await fillByCard(page, email)
    await loseAnswer(page, proxysPage(502))
    await page.getByRole('button', { name: 'Pagar R$ 497,00 com cartão' }).click()
    await page.getByText('Sem resposta. Verifique a conexão').waitFor()
    await page.route(PAYING, proxysPage(status))
    await page.clock.fastForward(20_000)
    const asked = page.waitForResponse(PAYING)
    await page.reload()
    await asked
    await page.getByText('Procurando o seu pagamento').waitFor()
    await page.unroute(PAYING)
    await page.clock.fastForward(5_000)
    await page.getByText('Pagamento confirmado').waitFor()
    expect(await paidBy(email)).toEqual(['APPROVED'])
    await page.context().close()
  },
)

test('after an answer that was lost, a repeat that is refused ends nothing: another form finds the payment', async () => {
  const page = await open()
  await fillByCard(page, 'repetida@exemplo.com.br')
  const { answer } = await holdOutcome(page)
  await loseAnswer(page, cut)
  const pay = page.getByRole('button', { name: 'Pagar R$ 497,00 com cartão' })
  await pay.click()
  await page.getByText('Sem resposta. Verifique a conexão e tente de novo: você não paga duas vezes.').waitFor()
  await page.unroute(PAYING)
  const errors = [{ path: '/card', rule: 'cardTries', message: 'Too many cards were refused' }]
  const json = { type: 'about:blank', title: 'Too many requests', status: 429, code: 'rate_limited', errors }
  const headers = { 'content-type': 'application/problem+json', 'retry-after': '545' }
  await page.route(PAYING, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 429, headers, json }) : route.fallback(),
  )
  await pay.click()
  await page.getByText('Muitas tentativas com cartão: espere 10 min ou pague de outra forma.').waitFor()
  await page.getByRole('button', { name: 'Pagar com Pix' }).click()
  await page.getByRole('button', { name: 'Pagar R$ 497,00 com Pix' }).waitFor()
  await choose(page, 'Cartão')
  await page.unroute(PAYING)
  await page.getByLabel('Nome completo').fill('Mariana Duarte Lima')
  await pay.click()
  answer()
  await page.getByText('Pagamento confirmado').waitFor()
  expect(await paidBy('repetida@exemplo.com.br')).toEqual(['APPROVED'])
  await page.context().close()
})

test('after a refusal of the provider the same form is another try; while its outcome is unknown, it is the same one', async () => {
  const page = await open()
  await fillByCard(page, 'recusada@exemplo.com.br')
  const keys: (string | undefined)[] = []
  const refused = { type: 'about:blank', title: 'The provider refused', status: 502, code: 'provider_refused' }
  const headers = { 'content-type': 'application/problem+json' }
  const endings: Ending[] = [cut, (route) => route.fulfill({ status: 502, headers, json: refused })]
  await page.route(PAYING, (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    keys.push(route.request().headers()['idempotency-key'])
    return endings.shift()?.(route) ?? route.fallback()
  })
  const pay = page.getByRole('button', { name: 'Pagar R$ 497,00 com cartão' })
  await pay.click()
  await page.getByText('Sem resposta. Verifique a conexão').waitFor()
  await pay.click()
  await page.getByText('Não foi possível pagar desta forma agora. Nada foi cobrado').waitFor()
  await pay.click()
  await page.getByText('Pagamento confirmado').waitFor()
  const [first, repeat, another] = keys
  expect([repeat, keys.length]).toEqual([first, 3])
  expect(another).not.toBe(first)
  expect(await paidBy('recusada@exemplo.com.br')).toEqual(['APPROVED'])
  await page.context().close()
})

test('whose orders are waiting to be paid is told so, and how long that may last', async () => {
  const page = await open()
  await choose(page, 'Pix')
  await fillBuyer(page)
  const errors = [{ path: '', rule: 'unpaidOrders', message: 'Too many orders' }]
  const json = { type: 'about:blank', title: 'Too many requests', status: 429, code: 'rate_limited', errors }
  const headers = { 'content-type': 'application/problem+json', 'retry-after': '84000' }
  await page.route(PAYING, (route) => route.fulfill({ status: 429, headers, json }))
  await page.getByRole('button', { name: 'Pagar R$ 497,00 com Pix' }).click()
  await page.getByText('Pague um deles, ou espere que um deles vença: no máximo 24 h.').waitFor()
  await page.context().close()
})

test('who loses the whole network keeps the form, and is nowhere told that nothing was charged', async () => {
  const page = await open()
  const context = page.context()
  await fillByCard(page, 'semrede@exemplo.com.br')
  await page.route(PAYING, async (route) => {
    await route.fetch()
    await context.setOffline(true)
    await route.abort()
  })
  const readAgain = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/pages/curso'))
  await page.getByRole('button', { name: 'Pagar R$ 497,00 com cartão' }).click()
  await readAgain
  await page.getByText('Sem resposta. Verifique a conexão e tente de novo: você não paga duas vezes.').waitFor()
  expect(await page.getByLabel('Número do cartão').inputValue()).toBe('4111 1111 1111 1111')
  await page.unroute(PAYING)
  const dontPayAgain = page.getByText('Você já começou a pagar aqui: não pague de novo.')
  const everyCall = '**/v1/checkout/**'
  await page.route(everyCall, (route) => route.abort())
  await context.setOffline(false)
  await page.reload()
  await dontPayAgain.waitFor()
  expect(await page.getByText('Nada foi cobrado').count()).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  await page.unroute(everyCall)
  // It asks again by itself.
  await page.getByText('Pagamento confirmado').waitFor()
  const ofOrder = /\/v1\/checkout\/(?!pages)[^/]+$/
  await page.route(ofOrder, (route) => route.fulfill({ status: 503 }))
  await page.reload()
  await dontPayAgain.waitFor()
  expect(await page.getByRole('button', { name: /^Pagar/ }).count()).toBe(0)
  await page.unroute(ofOrder)
  await page.getByText('Pagamento confirmado').waitFor()
  expect(await paidBy('semrede@exemplo.com.br')).toEqual(['APPROVED'])
  await context.close()
})

test('a Pix whose time is over is not offered to be copied, and another one can be made', async () => {
  const page = await open({ withClock: true })
  await choose(page, 'Pix')
  await fillBuyer(page)
  await page.getByRole('button', { name: 'Pagar R$ 497,00 com Pix' }).click()
  const copy = page.getByRole('button', { name: 'Copiar código Pix' })
  await copy.waitFor()
  await page.clock.fastForward(30 * 86_400_000)
  await page.getByText('Se você já pagou, não pague de novo: a confirmação aparece aqui.').waitFor()
  expect(await copy.count()).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Gerar outro' }).click()
  await page.getByRole('button', { name: 'Pagar R$ 497,00 com Pix' }).waitFor()
  await page.context().close()
})

test('a try that never reached the API says so when the page is opened again, and the form is there', async () => {
  const page = await open({ withClock: true })
  await choose(page, 'Pix')
  await fillBuyer(page)
  const { answer } = await loseTry(page)
  await page.getByRole('button', { name: 'Pagar R$ 497,00 com Pix' }).click()
  await page.getByText('Sem resposta. Verifique a conexão').waitFor()
  await page.reload()
  await page.getByText('Procurando o seu pagamento').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.clock.fastForward(20_000)
  answer()
  const nothing = page.getByText('A tentativa anterior não chegou a ser feita, e nada foi cobrado.')
  await nothing.waitFor()
  await page.getByRole('button', { name: 'Pagar R$ 497,00 com Pix' }).click()
  await page.getByText('Sem resposta. Verifique a conexão').waitFor()
  expect(await nothing.count()).toBe(0)
  await page.context().close()
})

test('who left a try at an address that the page has no more is led to the payment', async () => {
  const offerId = await sellCourse(product, 'antes')
  const page = await open({ at: 'antes' })
  await fillByCard(page, 'voltou@exemplo.com.br')
  await loseAnswer(page, cut)
  await page.getByRole('button', { name: 'Pagar R$ 497,00 com cartão' }).click()
  await page.getByText('Sem resposta. Verifique a conexão').waitFor()
  await page.unroute(PAYING)
  await product.call('PATCH', `/v1/offers/${offerId}`, { slug: 'depois' })
  await page.reload()
  await page.getByText('Pagamento confirmado').waitFor()
  await page.waitForURL(/\/pay\/[^/]+$/)
  expect(await paidBy('voltou@exemplo.com.br')).toEqual(['APPROVED'])
  await page.context().close()
})

test('a page that is gone by the time it is paid on says so; what was asked for there before is at its own address', async () => {
  const offerId = await sellCourse(product, 'ontem')
  const moveTo = (slug: string) => product.call('PATCH', `/v1/offers/${offerId}`, { slug })
  const page = await open({ at: 'ontem' })
  const askByPix = async () => {
    await choose(page, 'Pix')
    await fillBuyer(page)
    await page.getByLabel('E-mail').fill('mudou@exemplo.com.br')
    await page.getByRole('button', { name: 'Pagar R$ 497,00 com Pix' }).click()
  }
  await page.getByRole('heading', { name: 'Curso completo' }).waitFor()
  await moveTo('hoje')
  await askByPix()
  await page.getByText('Página não encontrada').waitFor()
  expect(await page.getByText('Sem resposta').count()).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  await page.goto('/buy/hoje')
  await askByPix()
  const code = page.getByRole('button', { name: 'Copiar código Pix' })
  await code.waitFor()
  await moveTo('amanha')
  await page.reload()
  await page.waitForURL(/\/pay\/[^/]+$/)
  await code.waitFor()
  expect(await paidBy('mudou@exemplo.com.br')).toEqual(['PENDING'])
  await page.context().close()
})
