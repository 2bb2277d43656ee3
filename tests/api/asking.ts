/** How most tests of the API ask, and wait for what becomes of a charge. */
import { WorkflowNotFoundError } from '@temporalio/client'
import { expect } from 'vitest'
import { chargeEventWorkflowId, chargeWorkflowId } from '../../workflows/messages.ts'
import type { TestApi } from './support.ts'

/** For what workflows and readers do meanwhile. */
export const PATIENCE = { timeout: 60_000 }

/** @param apiOf read at each question: the API is started after the file has been read. */
export function askingAs(role: 'seller' | 'operator', apiOf: () => TestApi) {
  const call = (method: 'GET' | 'POST', path: string, payload?: object) =>
    apiOf().call(apiOf().home.keys[role], method, path, { payload })
  const get = async (path: string) => (await call('GET', path)).json()
  const untilCharge = (id: string, expected: object) =>
    expect.poll(() => get(`/v1/charges/${id}`), PATIENCE).toMatchObject(expected)
  return { call, get, untilCharge }
}

/** So many notices have been taken to the charge: what comes again then follows another one, and is not only late. */
export const untilTold = ({ call, home }: TestApi, chargeId: string, count: number) =>
  expect
    .poll(async () => {
      const path = `/v1/webhook-events?chargeId=${chargeId}&state=delivered`
      return (await call(home.keys.operator, 'GET', path)).json().data.length
    }, PATIENCE)
    .toBe(count)

/** Whatever the notices tell is in the charge's rows, also of those that came when its workflow had closed. */
export async function untilLearnt({ call, home, temporal }: TestApi, chargeId: string): Promise<void> {
  await temporal.workflow.getHandle(chargeWorkflowId(chargeId)).result()
  const { data } = (await call(home.keys.operator, 'GET', `/v1/webhook-events?chargeId=${chargeId}`)).json()
  for (const { id } of data) {
    await temporal.workflow.getHandle(chargeEventWorkflowId(chargeId, id)).result().catch(ofNone)
  }
}

/** The charge's own workflow has learnt the notice. */
export function ofNone(error: unknown): [] {
  if (error instanceof WorkflowNotFoundError) return []
  throw error
}
