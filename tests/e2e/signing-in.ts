/** What a user does on the sign-in page, with an authenticator app, and to leave. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { codeNow } from '../support/authenticator.ts'
import { overflow, seriousFindings } from './browser.ts'

export const PASSWORD = 'correct horse battery'

export async function enter(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha').fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Sua conta/ }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
}

/** In another tab of the page's browser. */
export async function signOutElsewhere(page: Page): Promise<void> {
  const other = await page.context().newPage()
  await other.goto('/profile')
  await signOut(other)
}

export async function expectFine(page: Page): Promise<void> {
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(await seriousFindings(page)).toEqual([])
}

/** @returns the first of the recovery codes. */
export async function setUpFactor(page: Page, password: string): Promise<string> {
  await page.waitForURL('**/profile')
  await page.getByRole('button', { name: 'Ativar segundo fator' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Senha atual').fill(password)
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  const secret = (await dialog.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? ''
  await dialog.getByLabel('Código').fill(codeNow(secret))
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  const first = (await dialog.getByRole('listitem').first().textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Já guardei' }).click()
  return first
}
