/** What a page says where an account, or the user's role, does not allow what is wanted. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import type { Me, PaymentMethod } from '../../web/src/api/contract.ts'
import { ForOperators } from '../../web/src/features/decisions/for-operators.tsx'
import { providerQueries } from '../../web/src/features/providers/queries.ts'
import { NotPayable } from '../../web/src/features/selling/not-payable.tsx'
import { SessionContext } from '../../web/src/features/session/session-context.ts'
import { texts } from '../../web/src/i18n/pt-BR/index.generated.ts'

beforeAll(() => i18next.init({ lng: 'pt-BR', resources: { 'pt-BR': texts } }))

function shown(role: Me['role'], element: ReactElement, accounts: readonly object[] = []): string {
  const client = new QueryClient()
  client.setQueryData(providerQueries.accounts().queryKey, { data: accounts } as never)
  client.setQueryData(providerQueries.catalog().queryKey, {
    data: [
      { code: 'PIXIUM', paymentMethods: ['PIX'], operations: [] },
      { code: 'TOKENLESS', paymentMethods: ['CREDIT_CARD'], operations: ['createTransaction'] },
      { code: 'TOKENIZER', paymentMethods: ['CREDIT_CARD'], operations: ['tokenizeCard'] },
      { code: 'SEALED', paymentMethods: ['CREDIT_CARD'], operations: ['buildCardId'] },
    ],
  } as never)
  const inSession = createElement(SessionContext, { value: { role } as Me }, element)
  const routed = createElement(MemoryRouter, null, inSession)
  return renderToStaticMarkup(
    createElement(I18nextProvider, { i18n: i18next }, createElement(QueryClientProvider, { client }, routed)),
  )
}

const account = (enabled: boolean, provider = 'PIXIUM') => ({ provider, enabled })
test.each<[string, object[], PaymentMethod[] | null, boolean]>([
  ['no account', [], null, true],
  ['a paused account', [account(false)], null, true],
  ['an active account', [account(true)], null, false],
  ['an active account, of one of its methods', [account(true)], ['BILLET', 'PIX'], false],
  ['an active account, of no method of its', [account(true)], ['BILLET'], true],
  ['an account that keeps no card', [account(true, 'TOKENLESS')], ['CREDIT_CARD'], true],
  ['an account that keeps no card, beside Pix', [account(true), account(true, 'TOKENLESS')], null, false],
  ['an account that keeps cards', [account(true, 'TOKENIZER')], ['CREDIT_CARD'], false],
  ['an account that cards are sealed for', [account(true, 'SEALED')], ['CREDIT_CARD'], false],
  ['no account, while no method is chosen', [], [], false],
])('the seller of a page with %s is warned that no buyer can pay: %o, %o, %s', (_, accounts, methods, isWarned) => {
  const said = (role: Me['role']) => shown(role, createElement(NotPayable, { methods }), accounts)
  for (const role of ['seller', 'admin'] as const) expect(said(role).includes(texts.selling.notPayable)).toBe(isWarned)
  expect(said('seller').includes(texts.providers.noAccountsSeller)).toBe(isWarned)
  expect(said('admin').includes('/providers?view=catalog')).toBe(isWarned)
})

test.each(['cancel', 'decide', 'erase'] as const)('who can %s it is told in the place of the button', (ask) => {
  const said = (role: Me['role']) =>
    shown(role, createElement(ForOperators, { ask } as Parameters<typeof ForOperators>[0], 'button'))
  for (const role of ['operator', 'admin'] as const) expect(said(role)).toBe('button')
  expect(said('seller')).toContain(texts.decisions.ask[ask])
  expect(said('seller')).not.toContain('button')
})
