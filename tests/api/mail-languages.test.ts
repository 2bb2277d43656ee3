/** Mails to buyers are in the language that the buyer's page spoke. */
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { ADDRESS, type ChargingApi, NEW_CARD, NEW_CHARGE, NO_LIMITS, startChargingApi } from './charging.ts'

const { holderDocument: _, ...CARD } = NEW_CARD

let server: MailServer
let api: ChargingApi
let slug: string
beforeAll(async () => {
  server = await startMailServer()
  const mail = { url: server.url, from: 'recibos@trilho.example' }
  api = await startChargingApi({ limits: NO_LIMITS, settings: { mail } })
  await api.connect('PAGUESAFE')
  const link = await api.call(api.home.keys.seller, 'POST', '/v1/payment-links', {
    payload: { amount: 123_456, title: 'Curso' },
  })
  slug = link.json().slug
})
afterAll(async () => {
  await api?.close()
  await server?.close()
})

async function tryToPay(payload: object): Promise<{ statusCode: number; token: string }> {
  const answer = await api.call(null, 'POST', `/v1/checkout/pages/${slug}/charges`, {
    payload: { customer: NEW_CHARGE.customer, address: ADDRESS, ...payload },
    headers: { 'idempotency-key': uuidv7() },
  })
  return { statusCode: answer.statusCode, token: answer.json().token }
}
async function mailOf(token: string) {
  const find = () => server.received.filter(({ text }) => text.includes(`/pay/${token}`))
  await expect.poll(() => find().length, { timeout: 60_000 }).toBe(1)
  const [mail] = find()
  return { subject: mail?.headers.get('subject') ?? '', text: mail?.text ?? '', html: mail?.html ?? '' }
}
const BY_CARD = { paymentMethod: 'CREDIT_CARD', card: CARD }

it.each([
  ['en', { language: 'en' }, /^Receipt of your payment/, 'Amount paid: R$1,234.56', '<html lang="en">'],
  ['pt-BR', { language: 'pt-BR' }, /^Recibo do seu pagamento/, 'Valor pago: R$ 1.234,56', '<html lang="pt-BR">'],
  ['no language', {}, /^Recibo do seu pagamento/, 'Valor pago: R$ 1.234,56', '<html lang="pt-BR">'],
])('the receipt of who pays on a page in %s', async (_name, said, subject, amount, head) => {
  const { token } = await tryToPay({ ...BY_CARD, ...said })
  const mail = await mailOf(token)
  expect(mail.subject).toMatch(subject)
  expect(mail.text).toContain(amount)
  expect(mail.html).toContain(head)
})

it('a boleto is in it, too; another language is refused', async () => {
  const { token } = await tryToPay({ paymentMethod: 'BILLET', language: 'en' })
  const { text } = await mailOf(token)
  expect(text).toContain('Number to type: ')
  expect((await tryToPay({ ...BY_CARD, language: 'fr' })).statusCode).toBe(400)
})
