/** Statements as operators bring them, and the differences that they leave. */
import { expect } from 'vitest'
import type { StatementColumns } from '../../domain/reconciliation.ts'
import { formOf } from './form.ts'
import type { TestApi } from './support.ts'

export interface Brought {
  accountId: string
  /** The file's columns, in its order. */
  columns: StatementColumns
  lines: readonly string[]
}

/** The API's answer to a statement of an account of the home platform, or of another. */
export async function bring(api: TestApi, { accountId, columns, lines }: Brought, { keys } = api.home) {
  const file = new Blob([[Object.values(columns).join(';'), ...lines].join('\n')])
  const form = await formOf({ file, providerAccountId: accountId, columns: JSON.stringify(columns) })
  return api.call(keys.operator, 'POST', '/v1/reconciliation/statements', form)
}

/** The statement as it was counted: it must have been taken. */
export async function taken(api: TestApi, brought: Brought) {
  const answer = await bring(api, brought)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

/** The account's differences. */
export async function itemsOf(api: TestApi, accountId: string, query = '') {
  const path = `/v1/reconciliation/items?limit=100&providerAccountId=${accountId}${query}`
  return (await api.call(api.home.keys.operator, 'GET', path)).json().data
}
