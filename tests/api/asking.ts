/** How most tests of the API ask, and wait for what becomes of a charge. */
import { expect } from 'vitest'
import type { TestApi } from './support.ts'

/** For what workflows and readers do meanwhile. */
export const PATIENCE = { timeout: 60_000 }

/** @param apiOf read at each question: the API is started after the file has been read. */
export function askingAs(role: 'seller' | 'operator', apiOf: () => TestApi) {
  const call = (method: 'GET' | 'POST', path: string, payload?: object) =>
    apiOf().call(apiOf().home.keys[role], method, path, payload ? { payload } : {})
  const get = async (path: string) => (await call('GET', path)).json()
  const untilCharge = (id: string, expected: object) =>
    expect.poll(() => get(`/v1/charges/${id}`), PATIENCE).toMatchObject(expected)
  return { call, get, untilCharge }
}
