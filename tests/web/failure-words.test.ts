import i18next from 'i18next'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { PROBLEMS } from '../../api/problem.ts'
import { MESSAGES } from '../../domain/messages.ts'
import { OUR_MESSAGES, type OurMessage, ourMessage } from '../../domain/our-messages.ts'
import { ApiError } from '../../web/src/api/client.ts'
import { texts as english } from '../../web/src/i18n/en/index.generated.ts'
import { failureWords } from '../../web/src/i18n/failure-words.ts'
import { texts as portuguese } from '../../web/src/i18n/pt-BR/index.generated.ts'
import { RefusalNote } from '../../web/src/ui/detail-page.tsx'
import { reasonOf } from '../../web/src/ui/failure.tsx'

/** What stands in the places of messages, as it comes. */
const VALUES = {
  call: 'POST /v1/charges',
  status: 503,
  words: 'Fora do ar: volte\nmais tarde',
  where: '/value must be integer',
  code: 'ECONNREFUSED',
  host: '10.0.0.1',
  what: 'pix key',
  state: 'REFUNDED',
  id: 're_123',
}

const names = Object.keys(OUR_MESSAGES) as OurMessage[]
const filled = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (_, place) => String(VALUES[place as 'id']))

beforeAll(() =>
  i18next.init({
    lng: 'pt-BR',
    resources: { 'pt-BR': portuguese, en: english },
    interpolation: { escapeValue: false },
  }),
)

describe.each(names)('%s', (name) => {
  const message = ourMessage(name as 'another', VALUES)

  test('has its places filled by the server', () => {
    expect(message).toBe(filled(OUR_MESSAGES[name]))
    expect(message).not.toContain('{{')
  })

  test('is said in Portuguese', async () => {
    await i18next.changeLanguage('pt-BR')
    expect(failureWords(message)).toBe(filled(portuguese.failures[name]))
    expect(failureWords(message)).not.toBe(message)
  })

  test('is said in English', async () => {
    await i18next.changeLanguage('en')
    expect(failureWords(message)).toBe(message)
  })
})

describe('in Portuguese', () => {
  beforeAll(() => i18next.changeLanguage('pt-BR'))

  test.each([
    ...Object.values(MESSAGES),
    'Saldo insuficiente',
    'The answer has no Pix code.',
    'He said: The answer has no Pix code',
    'The payment was answered with 500',
    'customer.name is required',
    '',
  ])('%j is not ours, and stands as it is', (message) => {
    expect(failureWords(message)).toBe(message)
  })

  test.each(['provider_refused', 'provider_failed', 'refund_not_approved'] as const)('%s says ours', (code) => {
    const { status, title } = PROBLEMS[code]
    const problem = { type: `urn:trilho:problem:${code}`, status, title, code, detail: OUR_MESSAGES.lessIsLeft }
    const error = new ApiError(status, { ...problem, requestId: 'r' })
    expect(reasonOf(error)).toBe('Resta menos do que isso para reembolsar')
  })

  test.each([
    [OUR_MESSAGES.noPixCode, 'A resposta não tem código Pix'],
    ['Cartão recusado', 'Cartão recusado'],
  ])('the page of what was refused with %j says %j', (message, said) => {
    const note = createElement(RefusalNote, { message })
    expect(renderToStaticMarkup(createElement(I18nextProvider, { i18n: i18next }, note))).toContain(said)
  })
})
