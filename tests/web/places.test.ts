/** What the search leads to is found by the words that users have for it, in both languages. */
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import type { Me } from '../../web/src/api/contract.ts'
import { placesNamed } from '../../web/src/features/search/places.ts'
import { texts as english } from '../../web/src/i18n/en/index.generated.ts'
import { texts as portuguese } from '../../web/src/i18n/pt-BR/index.generated.ts'

beforeAll(() => i18next.init({ lng: 'pt-BR', resources: { 'pt-BR': portuguese, en: english } }))

const ADMIN = { role: 'admin', testMode: true, playground: true } as Me
const SIGN_OUT = { to: 'sign-out', label: '', run: () => undefined }

const found = (language: string, typed: string, role: Me['role'] = 'admin') =>
  placesNamed(i18next.getFixedT(language), { ...ADMIN, role }, typed, [SIGN_OUT]).map(({ to }) => to)

/** As they are typed, and the address that has to be among those that are found. */
const WORDS = [
  ['exportar', 'export', '/exports'],
  ['exportar', 'export', '/charges'],
  ['planilha', 'spreadsheet', '/exports'],
  ['reembolsar', 'refund', '/charges?status=APPROVED'],
  ['estornar', 'reimburse', '/charges?status=APPROVED'],
  ['ESTORNO', 'give back', '/charges?status=APPROVED'],
  ['cancelar', 'cancel', '/charges?status=PENDING'],
  ['sacar', 'withdraw', '/withdrawals/new'],
  ['cobrar', 'charge', '/charges/new'],
  ['cobrar', 'charge', '/payment-links?new=1'],
  ['convidar', 'invite', '/people?new=1'],
  ['usuario', 'user', '/people'],
  ['senha', 'password', '/profile'],
  ['trocar senha', 'change password', '/profile'],
  ['segundo fator', 'second factor', '/profile'],
  ['parcelas', 'installments', '/settings'],
  ['rodar conciliação', 'run reconciliation', '/reconciliation?run=1'],
  ['trocar senha', 'change password', '/profile?password=1'],
  ['configurar segundo fator', 'enable second factor', '/profile?factor=1'],
  ['rotacionar segredo', 'rotate secret', '/settings?rotate=1'],
  ['logout', 'logout', 'sign-out'],
] as const

test.each(WORDS)('%s, and in English %s, lead to %s', (inPortuguese, inEnglish, to) => {
  expect(found('pt-BR', inPortuguese)).toContain(to)
  expect(found('en', inEnglish)).toContain(to)
})

test.each([
  ['pt-BR', 'cancelar', 'estornar'],
  ['en', 'cancel', 'refund'],
])('in %s a seller is led to the charges, and to no action that is not theirs', (language, cancel, refund) => {
  expect(found(language, cancel, 'seller')).toContain('/charges')
  expect(found(language, cancel, 'seller')).not.toContain('/charges?status=PENDING')
  expect(found(language, refund, 'seller')).toContain('/charges?status=APPROVED')
})

test('a further word is found by its beginning, each typed word has to be one, and no words belong to a place that is not there', () => {
  expect(found('pt-BR', 'ogout')).toEqual([])
  expect(found('pt-BR', 'sacar zzz')).toEqual([])
  const all = found('pt-BR', '')
  expect(Object.keys(portuguese.places.words).filter((to) => !all.includes(to))).toEqual([])
})
