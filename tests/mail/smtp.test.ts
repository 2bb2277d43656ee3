/** Mails over a real SMTP server: what is taken, what is refused for good, what comes again, and what no name can do. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readMail } from '../../config/mail.ts'
import type { Message } from '../../mail/message.ts'
import { receiptMessage } from '../../mail/receipt.ts'
import { createMailer } from '../../mail/smtp.ts'
import { type Behaviour, type MailServer, startMailServer } from '../support/mail-server.ts'

const FROM = 'recibos@trilho.example'
const ID = '01900000-0000-7000-8000-000000000001'
const MESSAGE: Message = {
  id: ID,
  from: 'Loja da Ana',
  to: { name: 'Maria Silva', address: 'maria@example.com' },
  subject: 'Recibo – Loja da Ana',
  text: 'Olá',
  html: '<p>Olá</p>',
}

let server: MailServer
beforeAll(async () => {
  server = await startMailServer()
})
afterAll(() => server?.close())
beforeEach(() => {
  server.received.length = 0
  server.behave('takes')
})

const send = (message = MESSAGE) => createMailer({ url: server.url, from: FROM }).send(message)

test('a mail that is taken has its sender, its address, both parts and a Message-ID of its own', async () => {
  expect(await send()).toEqual({ outcome: 'sent' })
  const [mail] = server.received
  expect(mail).toMatchObject({ from: FROM, to: ['maria@example.com'] })
  expect(mail?.headers.get('from')).toBe(`Loja da Ana <${FROM}>`)
  expect(mail?.headers.get('to')).toBe('Maria Silva <maria@example.com>')
  expect(mail?.headers.get('subject')).toBe('Recibo – Loja da Ana')
  expect(mail?.headers.get('message-id')).toBe(`<${ID}@trilho.example>`)
  expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
  expect(mail?.text.trim()).toBe('Olá')
  expect(mail?.html.trim()).toBe('<p>Olá</p>')
})

const ANSWERS: [Behaviour, 'sent' | 'refused' | 'failed', number][] = [
  ['takes', 'sent', 1],
  ['refusesAddress', 'refused', 0],
  ['refusesData', 'refused', 1],
  ['busyAtAddress', 'failed', 0],
  ['busyAtData', 'failed', 1],
  // The installation's, not this mail's: it can be mended.
  ['refusesSender', 'failed', 0],
  // Perhaps it was taken: it comes again, and is known by its Message-ID.
  ['hangsUp', 'failed', 1],
]
test.each(ANSWERS)('a server that %s: %s', async (behaviour, outcome, received) => {
  server.behave(behaviour)
  const answer = await send()
  expect(answer.outcome).toBe(outcome)
  expect(server.received).toHaveLength(received)
  expect(JSON.stringify(answer)).not.toContain('maria@example.com')
})

test.each([
  ['production', '', 'failed', 0],
  ['production', '?requireTLS=true', 'failed', 0],
  ['production', '?requireTLS=no', 'failed', 0],
  ['production', '?requireTLS=false', 'sent', 1],
  ['development', '', 'sent', 1],
])('a server that offers no TLS, in %s, at its address with "%s": %s', async (NODE_ENV, query, outcome, received) => {
  const problems: string[] = []
  const access = readMail({ NODE_ENV, SMTP_URL: `${server.url}${query}`, MAIL_FROM: FROM }, problems)
  expect(problems).toEqual([])
  expect((await createMailer(access ?? { url: '', from: '' }).send(MESSAGE)).outcome).toBe(outcome)
  expect(server.received).toHaveLength(received)
})

test.each([
  ['smtp://ana:p%40ss%2Fword@mail.example:587', 'smtp://ana:p%40ss%2Fword@mail.example:587?requireTLS=true'],
  ['smtp://mail.example?name=a', 'smtp://mail.example?name=a&requireTLS=true'],
  ['smtps://ana:p%40ss@mail.example', 'smtps://ana:p%40ss@mail.example'],
])('in production %s stands for %s', (SMTP_URL, url) => {
  expect(readMail({ NODE_ENV: 'production', SMTP_URL, MAIL_FROM: FROM }, [])).toEqual({ url, from: FROM })
})

test('a server that is not there may be there later', async () => {
  const answer = await createMailer({ url: 'smtp://127.0.0.1:1', from: FROM }).send(MESSAGE)
  expect(answer.outcome).toBe('failed')
})

const NAMES = [
  'Maria\r\nBcc: todos@example.com',
  'Maria\nSubject: outra coisa',
  'Maria\r\n\r\n<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'; DROP TABLE mails; --",
  'Maria <intruso@example.com>, outra',
  'a@b, c@d',
  '\u202Eofni\u202C\u0000\u0007',
  '&lt;b&gt; & "aspas"',
  'x'.repeat(5000),
  '👩‍👩‍👧 Família',
  '=?utf-8?B?QmNjOiB4?=',
]

describe.each(NAMES)('the name %j', (name) => {
  test('makes no header, no further recipient and no markup', async () => {
    const receipt = {
      mail: { id: ID, kind: 'paid', amount: 1990, createdAt: '2026-11-22T15:00:00Z' },
      charge: {
        id: ID,
        currency: 'BRL',
        paymentMethod: 'PIX',
        card: null,
        installments: 1,
        items: [{ title: name, quantity: 2 }],
        customer: { name, email: 'maria@example.com' },
        paidAt: '2026-11-22T15:00:00Z',
        checkoutToken: 'segredo',
      },
      platform: { name, brandColor: '#112233', supportEmail: 'ajuda@example.com', supportPhone: null },
      livemode: true,
      language: 'pt-BR' as const,
    } as const
    const plain = {
      ...receipt.charge,
      items: [{ title: 'Caneca', quantity: 2 }],
      customer: { name: 'M', email: 'maria@example.com' },
    }
    expect(
      await send(
        receiptMessage(
          { ...receipt, charge: plain, platform: { ...receipt.platform, name: 'L' } },
          'https://l.example',
        ),
      ),
    ).toEqual({ outcome: 'sent' })
    expect(await send(receiptMessage(receipt, 'https://l.example'))).toEqual({ outcome: 'sent' })
    const [usual, hostile] = server.received
    expect(hostile?.to).toEqual(['maria@example.com'])
    expect([...(hostile?.headers.keys() ?? [])]).toEqual([...(usual?.headers.keys() ?? [])])
    expect(hostile?.headers.get('to')?.match(/<maria@example\.com>$/)).not.toBeNull()
    const tags = (html = '') => html.match(/<[a-z!/][^>]*>/gi)
    expect(tags(hostile?.html)).toEqual(tags(usual?.html))
    expect(hostile?.html).toContain('href="https://l.example/pay/segredo"')
  })
})
