/** What the forms of charges, withdrawals and receivers say of a submission: one thing about the money, never two. */
import i18next from 'i18next'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ProblemOptions, problemDocument } from '../../api/problem.ts'
import { ApiError } from '../../web/src/api/client.ts'
import type { Problem } from '../../web/src/api/contract.ts'
import { FormFailure } from '../../web/src/features/charges/form-failure.tsx'
import { texts as english } from '../../web/src/i18n/en/index.generated.ts'
import { texts as portuguese } from '../../web/src/i18n/pt-BR/index.generated.ts'

const UNKNOWN = {
  'pt-BR':
    'Sem resposta|Não sabemos se o pedido chegou. Envie de novo por aqui: o mesmo envio nunca paga duas vezes. Por outro caminho pode pagar duas vezes, mesmo que ainda não apareça na lista.',
  en: 'No answer|We do not know whether the request arrived. Send it again here: the same submission never pays twice. Anywhere else it may pay twice, even if it is not in the list yet.',
}
const REQUEST_ID = { 'pt-BR': 'Código da requisição:', en: 'Request id:' }
const OF_THIS = { 'pt-BR': 'O serviço, só deste envio:', en: 'The service, of this submission alone:' }

function told(code: Problem['code'], options: ProblemOptions = {}): ApiError {
  const document = problemDocument(code, 'req-1', options)
  return new ApiError(document.status, document)
}

/** The lines of the box, and which of them are marked as English. */
function box(error: ApiError): { text: string; english: string | undefined } {
  const form = createElement(FormFailure, { error, texts: 'disbursements' })
  const markup = renderToStaticMarkup(createElement(I18nextProvider, { i18n: i18next }, form))
  const lines = markup.replaceAll(/<[^>]+>/g, '|').split('|')
  return { text: lines.filter(Boolean).join('|'), english: /<span lang="en"[^>]*>([^<]*)</.exec(markup)?.[1] }
}

beforeAll(() => i18next.init({ lng: 'pt-BR', resources: { 'pt-BR': portuguese, en: english } }))

describe.each(['pt-BR', 'en'] as const)('%s', (language) => {
  beforeAll(() => i18next.changeLanguage(language))

  test.each([
    ['the service is away', told('unavailable', { detail: 'Temporal is not available; nothing was done' })],
    ['the first try is under way', told('request_in_progress')],
    ['a repeat breaks a rule', Object.assign(told('rule_broken', { detail: 'Too much' }), { isOfRepeat: true })],
  ])('%s: one sentence about the money, and the words of the API small', (_, error) => {
    const { detail, title } = error.problem ?? {}
    const words = detail === title ? '' : `|${OF_THIS[language]} |${detail}`
    expect(box(error).text.startsWith(`${UNKNOWN[language]}${words}|`)).toBe(true)
  })

  test('it may have been done: one counsel, and none of the API', () => {
    const { text } = box(told('outcome_unknown', { detail: 'Read what stands before you ask again' }))
    expect(text).toBe(`${UNKNOWN[language]}|${REQUEST_ID[language]} |req-1`)
  })

  test.each([
    ['no_provider_account', 'Every account is paused'],
    ['conflict', 'The reference is that of another one'],
  ] as const)('%s: what was surely refused says why, and that no money has left', (code, detail) => {
    const { failed, failedSafe } = { 'pt-BR': portuguese, en: english }[language].disbursements.form
    const { text } = box(told(code, { detail }))
    expect(text.startsWith(failed)).toBe(true)
    expect(text).toContain(failedSafe)
    expect(text).toContain(detail)
  })

  test('where the earlier submission has arrived, nothing is said of its money, only that it stands', () => {
    const { disbursements, problems } = { 'pt-BR': portuguese, en: english }[language]
    const { text } = box(told('idempotency_key_reused'))
    expect(text.startsWith(`${disbursements.form.failed}|${problems.idempotency_key_reused}`)).toBe(true)
    expect(text).not.toContain(disbursements.form.failedSafe)
  })

  test('a conflict that a repeat hears says nothing of the first one', () => {
    const { text } = box(Object.assign(told('conflict'), { isOfRepeat: true }))
    expect(text.startsWith(UNKNOWN[language])).toBe(true)
  })
})

test('English words are marked in Portuguese, and what the provider said is not', async () => {
  await i18next.changeLanguage('pt-BR')
  expect(box(told('unavailable', { detail: 'The database is not available' })).english).toBe(
    'The database is not available',
  )
  expect(box(told('provider_refused', { detail: 'Saldo insuficiente' })).english).toBeUndefined()
})
