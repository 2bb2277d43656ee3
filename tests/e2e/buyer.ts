/** What a buyer does on a page that sells. */
import type { Page } from 'playwright-core'

const ANSWERS = {
  'Nome completo': 'Mariana Duarte',
  'E-mail': 'mariana@exemplo.com.br',
  'CPF ou CNPJ': '11144477735',
  Telefone: '11912345678',
  CEP: '01310100',
  Rua: 'Avenida Paulista',
  Número: '1000',
  Bairro: 'Bela Vista',
  Cidade: 'São Paulo',
  Estado: 'SP',
}

/** Whatever of these the page asks for. */
export async function fillBuyer(page: Page): Promise<void> {
  for (const [label, text] of Object.entries(ANSWERS)) {
    const field = page.getByLabel(new RegExp(`^${label}\\s*\\*?$`))
    if ((await field.count()) > 0) await field.fill(text)
  }
}

export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Número do cartão').fill(number)
  await page.getByLabel('Validade').fill('0839')
  await page.getByLabel('Código de segurança').fill('123')
  await page.getByLabel('Nome impresso no cartão').fill('Mariana Duarte')
}

const SUBMITS = { Pix: /^Pagar .* com Pix$/, Cartão: /^Pagar .* com cartão$/, Boleto: /^Gerar boleto/ } as const

/** The radio is checked before the page asks for what that way needs; its button says that it does. */
export async function choose(page: Page, method: keyof typeof SUBMITS): Promise<void> {
  await page.locator('label', { hasText: method }).first().click()
  await page.getByRole('button', { name: SUBMITS[method] }).waitFor()
}
