/** What the demo shop sells: products with their offers and links. */
import { readPicture } from './demo-pictures.ts'
import type { DemoShop } from './demo-shop.ts'

/** Where the offer that the shop lives by is sold. */
export const DEMO_SLUG = 'curso-de-fotografia'

/** @returns the first product's id. */
export async function makeDemoProducts(shop: DemoShop): Promise<string> {
  const make = async (path: string, body: object) => (await shop.call<{ id: string }>('POST', `/v1/${path}`, body)).id
  const productId = await make('products', {
    name: 'Curso de fotografia',
    description: 'Doze aulas em vídeo, do básico ao retrato, com exercícios corrigidos.',
    imageUrl: await shop.upload(readPicture('curso.webp')),
  })
  const paymentMethods = ['PIX', 'CREDIT_CARD', 'BILLET']
  const whole = {
    productId,
    name: 'Curso completo',
    price: 49_700,
    paymentMethods,
    maxInstallments: 6,
    slug: DEMO_SLUG,
  }
  const offerId = await make('offers', whole)
  const first = { productId, name: 'Só o primeiro módulo', price: 9_700, paymentMethods: ['PIX'], enabled: false }
  await make('offers', first)
  const mentoring = await make('products', {
    name: 'Mentoria em grupo',
    description: 'Quatro encontros ao vivo, às quintas.',
  })
  await make('offers', {
    productId: mentoring,
    name: 'Turma da noite',
    price: 32_000,
    paymentMethods: ['PIX', 'CREDIT_CARD'],
  })
  const class_ = {
    title: 'Para a turma de maio',
    maxUses: 30,
    expiresAt: `${new Date().getFullYear() + 1}-05-31T23:59:00-03:00`,
  }
  await make('payment-links', { offerId, ...class_ })
  await make('payment-links', { amount: 150_000, title: 'Sinal da reforma', maxUses: 1 })
  await make('payment-links', { amount: 8_950, title: 'Ingresso antecipado', expiresAt: '2026-01-31T23:59:00-03:00' })
  return productId
}
