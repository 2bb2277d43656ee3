/** What a shop sells, for pictures: a product with its offers and links. */
import type { TestProduct } from '../../tests/support/product.ts'

/** @returns the product's id. */
export async function makeDemoProduct(product: TestProduct): Promise<string> {
  const { call } = product
  const make = async (path: string, body: object) => {
    const answer = await call<{ id: string }>('POST', `/v1/${path}`, body)
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body.id
  }
  const description = 'Doze aulas em vídeo, do básico ao retrato, com exercícios corrigidos.'
  const productId = await make('products', { name: 'Curso de fotografia', description })
  const paymentMethods = ['PIX', 'CREDIT_CARD', 'BILLET']
  const first = { productId, name: 'Só o primeiro módulo', price: 9_700, paymentMethods: ['PIX'] }
  const whole = { productId, name: 'Curso completo', price: 49_700, paymentMethods, slug: 'curso-de-fotografia' }
  const offerId = await make('offers', whole)
  await make('offers', { ...first, enabled: false })
  await make('payment-links', {
    offerId,
    title: 'Para a turma de maio',
    maxUses: 30,
    expiresAt: '2090-05-31T23:59:00-03:00',
  })
  await make('payment-links', { amount: 150_000, title: 'Sinal da reforma', maxUses: 1 })
  await make('payment-links', { amount: 8_950, title: 'Ingresso antecipado', expiresAt: '2026-01-31T23:59:00-03:00' })
  await sell(product, 'curso-de-fotografia')
  return productId
}

/** A buyer pays through the page by Pix, and is written a receipt. */
async function sell({ call, sandbox }: TestProduct, slug: string): Promise<void> {
  const customer = { name: 'Beatriz Sampaio', email: 'beatriz.sampaio@exemplo.com.br', document: '39053344705' }
  const order = { paymentMethod: 'PIX', customer: { ...customer, phone: '11912345678' } }
  const path = `/v1/checkout/pages/${slug}/charges`
  const answer = await call('POST', path, order, { 'idempotency-key': 'demo-order' })
  if (answer.status >= 400) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  const { body } = await call<{ data: { provider: string; transactionId: string }[] }>('GET', '/v1/charges?limit=1')
  const charge = body.data[0]
  const made = charge ? await sandbox.transactions({ provider: charge.provider }) : []
  const transaction = made.find(({ id }) => id === charge?.transactionId)
  if (!transaction) throw new Error('The order is at no fake provider')
  await sandbox.act(transaction, 'pay')
}
