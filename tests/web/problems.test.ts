import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { PROBLEMS } from '../../api/problem.ts'
import { PROBLEM_CODES } from '../../api/schemas/problem.ts'
import { ApiError } from '../../web/src/api/client.ts'
import type { Problem } from '../../web/src/api/contract.ts'
import { texts as english } from '../../web/src/i18n/en/index.generated.ts'
import { texts as portuguese } from '../../web/src/i18n/pt-BR/index.generated.ts'
import { reasonOf } from '../../web/src/ui/failure.tsx'

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
