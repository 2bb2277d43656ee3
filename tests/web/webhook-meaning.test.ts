/** What a list of webhooks says of each: its meaning, what it is about, and whether it is tried again. */
import i18next from 'i18next'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import type { WebhookDelivery } from '../../web/src/api/contract.ts'
import { MeaningBadge, movementOf } from '../../web/src/features/webhooks/meaning.tsx'
import { StateBadge } from '../../web/src/features/webhooks/state-badge.tsx'
import { texts } from '../../web/src/i18n/pt-BR/index.generated.ts'

beforeAll(() => i18next.init({ lng: 'pt-BR', resources: { 'pt-BR': texts }, interpolation: { escapeValue: false } }))

const wordsOf = (element: ReactElement) =>
  renderToStaticMarkup(createElement(I18nextProvider, { i18n: i18next }, element)).replace(/<[^>]+>/g, '')

test.each([
  ['TRANSACTION', 'REJECTED', 'expired', 'Expirada'],
  ['TRANSACTION', 'REJECTED', 'OVERDUE', 'Expirada'],
  ['TRANSACTION', 'REJECTED', 'refused', 'Recusada'],
  ['TRANSACTION', 'REJECTED', null, 'Recusada'],
  ['TRANSACTION', 'APPROVED', 'expired', 'Paga'],
  ['TRANSACTION', 'CHARGEBACK', 'chargedback', 'Contestada'],
  ['WITHDRAW', 'REJECTED', 'expired', 'Recusado'],
] as const)('a %s that is %s by the word %s is said to be %s', (type, status, rawStatus, said) => {
  expect(wordsOf(createElement(MeaningBadge, { type, status, rawStatus }))).toBe(said)
})

test.each([
  ['pending', 0, 'Na fila'],
  ['pending', 1, 'Tentando de novo'],
  ['delivered', 2, 'Entregue'],
  ['failed', 9, 'Falhou'],
] as const)('a delivery that is %s after %i requests is called %s', (state, attempts, said) => {
  expect(wordsOf(createElement(StateBadge, { state, attempts }))).toBe(said)
})

describe('what was sent', () => {
  test.each([
    ['withdrawal.approved', null, { id: 'w1' }, { kind: 'withdrawal', id: 'w1' }],
    ['receiver.active', null, { id: 'r1' }, { kind: 'receiver', id: 'r1' }],
    ['charge.approved', 'c1', { id: 'c1' }, { kind: 'charge', id: 'c1' }],
    ['refund.approved', 'c1', { id: 'f1' }, { kind: 'charge', id: 'c1' }],
    ['reconciliation.summary', null, { day: '2026-01-01' }, null],
    ['receiver.active', null, 'unreadable', null],
  ])('as %s is about what it names', (eventType, chargeId, data, movement) => {
    const delivery = { eventType, chargeId, body: { data } } as unknown as WebhookDelivery
    expect(movementOf(delivery)).toEqual(movement)
  })
})
