/** What an operator decides in a day, at a desk and on the way there. */
import type { Browser, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { makeDemoWorld } from '../../scripts/support/demo-world.ts'
import type { TestProduct } from '../support/product.ts'
import { DESKTOP, PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })

describe.each([
  ['a desk', DESKTOP],
  ['a phone', PHONE],
] as const)('on %s', (_, screen) => {
  let product: TestProduct
  let browser: Browser
  // Of their own: what is decided on one is decided.
  onStage((stage) => {
    ;({ product, browser } = stage)
  })

  test("an operator's day: what waits is looked at first, decided one by one, and written down", async () => {
    const world = await makeDemoWorld(product)
    const { page, complaints } = await visit(browser, product.addresses.app, { role: 'operator', ...screen })
    await page.goto('/')
    const first = page.getByRole('region', { name: 'O que precisa de você primeiro' })
    await first.getByText('R$', { exact: false }).first().waitFor()
    await first.getByRole('link', { name: /^Ver todos/ }).click()
    await page.getByText('Contestação aberta').first().waitFor()

    /** No word widens the page. */
    const fits = async () => {
      const width = await page.evaluate<number>('document.documentElement.scrollWidth')
      expect(width, page.url()).toBeLessThanOrEqual(screen.viewport.width)
      expect(await seriousFindings(page), page.url()).toEqual([])
    }
    await fits()

    // A charge of which it is not known what became: asked again, then told.
    await page.goto(`/charges/${world.stuck.id}`)
    await button(page, 'Resolver').click()
    await fits()
    const made = await product.sandbox.transactions({ provider: 'PAGUESAFE' })
    const lost = made.find(({ stage }) => stage === 'pending')
    await page.getByLabel('Id da transação no provedor').fill(lost?.id ?? '')
    await button(page, 'Acompanhar esta transação').click()
    await page.getByText('Operador disse o que aconteceu no provedor').waitFor()

    // What a provider sent is taken in again, what we sent is sent again.
    await page.goto('/webhook-events')
    await button(page, /^Abrir webhook de/)
      .first()
      .click()
    await fits()
    await button(page, 'Repetir').click()
    await page.getByRole('dialog', { name: 'Repetir este webhook?' }).getByRole('button', { name: 'Repetir' }).click()
    await page.getByText('Webhook repetido').waitFor()
    await page.goto('/webhook-deliveries')
    await button(page, /^Abrir envio de/)
      .first()
      .click()
    await fits()
    await button(page, 'Reenviar').click()
    await page.getByRole('dialog', { name: 'Reenviar este aviso?' }).getByRole('button', { name: 'Reenviar' }).click()
    await page.getByText('Aviso reenviado').waitFor()
    await fits()

    await page.goto('/reconciliation')
    await button(page, 'Falta aqui: abrir 48110233').click()
    await fits()
    await button(page, 'Marcar como resolvida').click()
    await page.getByLabel('O que foi').fill('Da loja antiga')
    await button(page, 'Marcar como resolvida').click()
    await page.getByText('Diferença resolvida').waitFor()
    await fits()

    await page.goto(`/disputes/${world.disputeId}`)
    await fits()
    await button(page, 'Foi ganha').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Como se sabe').fill('O banco escreveu na segunda-feira')
    await fits()
    await button(page, 'Marcar como ganha').click()
    await page.getByText('O dinheiro ficou com você').waitFor()
    await fits()
    expect(complaints).toEqual([])
    await page.context().close()

    const { body } = await product.call<{ data: { action: string; actor: string }[] }>('GET', '/v1/audit-log?limit=100')
    const done = body.data.filter(({ actor }) => actor.includes('operator@trilho.local')).map(({ action }) => action)
    expect(done).toEqual(
      expect.arrayContaining(['resolve', 'replay', 'resend', 'reconciliation.resolve', 'dispute.resolve']),
    )
  })
})
