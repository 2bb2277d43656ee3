import i18next from 'i18next'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { PROBLEMS, problemDocument } from '../../api/problem.ts'
import { PROBLEM_CODES } from '../../api/schemas/problem.ts'
import { ApiError } from '../../web/src/api/client.ts'
import type { Problem } from '../../web/src/api/contract.ts'
import { texts as english } from '../../web/src/i18n/en/index.generated.ts'
import { texts as portuguese } from '../../web/src/i18n/pt-BR/index.generated.ts'
import { reasonOf, Why } from '../../web/src/ui/failure.tsx'
import { ErrorState } from '../../web/src/ui/states.tsx'
import { saidByApi, useErrorText } from '../../web/src/ui/use-error-text.ts'

const refused = (code: Problem['code'], detail = 'Something special') => {
  const { status, title } = PROBLEMS[code] ?? PROBLEMS.conflict
  return new ApiError(status, { type: `urn:trilho:problem:${code}`, status, title, code, detail, requestId: 'r' })
}

beforeAll(() => i18next.init({ lng: 'pt-BR', resources: { 'pt-BR': portuguese, en: english } }))

describe('in Portuguese', () => {
  beforeAll(() => i18next.changeLanguage('pt-BR'))

  test.each(PROBLEM_CODES.filter((code) => !/^provider_|^refund_/.test(code)))('%s has its own sentence', (code) => {
    expect(reasonOf(refused(code))).toBe(portuguese.problems[code])
  })

  test.each(['provider_refused', 'provider_failed', 'refund_not_approved'] as const)('%s quotes', (code) => {
    expect(reasonOf(refused(code, 'Saldo insuficiente'))).toBe('Saldo insuficiente')
    expect(reasonOf(refused(code, PROBLEMS[code].title))).toBe(portuguese.problems[code])
  })

  test('a page that knows better says it', () => {
    expect(reasonOf(refused('conflict'), { conflict: 'Já foi paga.' })).toBe('Já foi paga.')
  })

  test('a code that is not known, and no answer at all, have a sentence', () => {
    const unheard = refused('tomorrow' as 'conflict')
    expect(reasonOf(unheard)).toBe(portuguese.common.error.unexpected.text)
    expect(reasonOf(new ApiError(0, undefined))).toBe(portuguese.common.error.offline.text)
  })
})

test.each([
  ['pt-BR', 30, undefined, 'Foram pedidos demais em pouco tempo. Tente de novo em 30 s.'],
  ['en', 30, undefined, 'Those were too many requests in a short time. Try again in 30 sec.'],
  [
    'pt-BR',
    3600,
    'invitationsPerDay',
    'Convites demais em 24 horas para este endereço, ou da plataforma. Tente de novo em 1 h.',
  ],
  [
    'en',
    3600,
    'invitationsPerDay',
    'Too many invitations in 24 hours to this address, or from the platform. Try again in 1 hr.',
  ],
])('in %s too many requests say when to try again: after %d s (%s)', async (language, retryAfter, rule, said) => {
  await i18next.changeLanguage(language)
  const { status, problem } = refused('rate_limited', PROBLEMS.rate_limited.title)
  const errors = rule === undefined ? [] : [{ path: '/email', rule, message: 'was invited too often' }]
  expect(reasonOf(new ApiError(status, Object.assign({ errors }, problem), retryAfter))).toBe(said)
})

describe('in English', () => {
  beforeAll(() => i18next.changeLanguage('en'))

  test('the words of the API stand, where it has more to say than the kind of problem', () => {
    expect(reasonOf(refused('conflict'))).toBe('Something special')
    expect(reasonOf(refused('conflict', PROBLEMS.conflict.title))).toBe(english.problems.conflict)
  })
})

test.each(['pt-BR', 'en'])('in %s no answer of a service that is away says that nothing was done', async (language) => {
  await i18next.changeLanguage(language)
  for (const away of [refused('unavailable', PROBLEMS.unavailable.title), new ApiError(504, undefined)]) {
    expect(reasonOf(away)).not.toMatch(/nada foi|nothing was|half done/i)
  }
})

describe.each([
  [
    'pt-BR',
    /^Pode ter sido feito\. Envie de novo por aqui.* uma vez só\.$/,
    /Veja na página como está agora antes de repetir/,
  ],
  ['en', /^It may have been done\. Send it again here.* only once\.$/, /^Something special$/],
])('in %s, of what may have been done', (language, again, look) => {
  beforeAll(() => i18next.changeLanguage(language))

  test.each([
    ['under a key, that it is safe to send again', true, again],
    ['without one, that it is to be looked at first', false, look],
  ])('%s', (_, hasKey, said) => {
    const error = Object.assign(refused('outcome_unknown'), { hasKey })
    expect(reasonOf(error)).toMatch(said)
    expect(shown(error).includes('Something special')).toBe(!hasKey)
  })
})

/** As the page shows it. */
const shown = (error: unknown, isMarking = false) => renderToStaticMarkup(createElement(Why, { error, isMarking }))

function breaking(path: string, rule: string, message: string) {
  const document = problemDocument('rule_broken', 'r', { errors: [{ path, rule, message }] })
  return new ApiError(document.status, document)
}

describe('a rule', () => {
  const late = breaking('', 'refundWindow', 'was paid more than 90 days ago')

  test.each([
    ['pt-BR', 'O prazo para devolver este pagamento já passou.'],
    ['en', 'The time in which this payment could be given back is over.'],
  ])('that pages know is said in %s, with the words of the API', async (language, sentence) => {
    await i18next.changeLanguage(language)
    expect(shown(late)).toMatch(new RegExp(`^${sentence}<.*was paid more than 90 days ago<`))
  })

  test.each(['pt-BR', 'en'])('of no field loses its reason nowhere, in %s', async (language) => {
    await i18next.changeLanguage(language)
    const full = breaking('', 'maxOfTomorrow', 'a platform has 7 at most')
    for (const isMarking of [false, true]) expect(shown(full, isMarking)).toContain('a platform has 7 at most')
  })

  test.each(['pt-BR', 'en'])('of a field is left to the field only where the page has it, in %s', async (language) => {
    await i18next.changeLanguage(language)
    const ofField = breaking('/name', 'ofTomorrow', 'is too strange')
    expect(shown(ofField)).toContain('is too strange')
    expect(shown(ofField, true)).not.toContain('is too strange')
  })
})

test.each([
  ['upload', 'O arquivo não chegou inteiro. Envie de novo.'],
  ['required', 'Preencha este campo'],
  ['account', 'Esta conta de provedor não existe mais, ou está pausada. Escolha outra.'],
  ['installments', 'Não se parcela em tantas vezes aqui. Escolha menos parcelas.'],
  ['receiver', 'Recebedor não encontrado.'],
  ['receiverUnknown', 'Escolha a conta: este recebedor não está na sua lista'],
  ['ofTomorrow', 'has no file yet'],
])('beside a field the rule %s is said in Portuguese where pages know it', async (rule, said) => {
  await i18next.changeLanguage('pt-BR')
  const Field = () => useErrorText()(saidByApi({ rule, message: 'has no file yet' }))
  expect(renderToStaticMarkup(createElement(I18nextProvider, { i18n: i18next }, createElement(Field)))).toBe(said)
})

test('on a page that could not be read, the English words of the API are marked', async () => {
  await i18next.changeLanguage('pt-BR')
  const page = createElement(ErrorState, { error: refused('unavailable', 'Ask for a shorter period') })
  const markup = renderToStaticMarkup(createElement(I18nextProvider, { i18n: i18next }, page))
  expect(markup).toMatch(/<p lang="en"[^>]*>Ask for a shorter period</)
})
