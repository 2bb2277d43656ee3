/** What operators read in the API's log in an outage: what failed and why, and no stack, which says nothing of one. */
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest'
import { processLogger } from '../../telemetry/logger.ts'
import { type Link, openLink } from '../support/link.ts'
import {
  type ChargingApi,
  NEW_CHARGE,
  startChargingApi,
  untilReady,
  waitingBriefly,
  withoutNoticing,
} from './charging.ts'

const lines: string[] = []
let api: ChargingApi
let database: Link
let temporal: Link
beforeAll(async () => {
  const [host = '', port = ''] = inject('temporalAddress').split(':')
  const postgres = new URL(inject('postgresUrl'))
  ;[database, temporal] = await Promise.all([
    openLink({ host: postgres.hostname, port: Number(postgres.port) }),
    openLink({ host, port: Number(port) }),
  ])
  const logger = processLogger('api', { logLevel: 'warn' }, { write: (line) => void lines.push(line) })
  api = await startChargingApi({ links: { database: database.port, temporal: temporal.port }, logger })
  await api.connect('ASAAS')
})
afterEach(async () => {
  for (const link of [database, temporal]) {
    await link.cut()
    await link.mend()
  }
  await untilReady(api)
})
afterAll(async () => {
  await api?.close()
  await Promise.all([database?.close(), temporal?.close()])
})

/** What the log says failed, in the line with this message. */
const failureIn = (message: string) => JSON.parse(lines.find((one) => one.includes(`"msg":"${message}"`)) ?? '{}').err

it('a charge that was not begun leaves the reason in the log, and no stack', async () => {
  await temporal.cut()
  lines.length = 0
  const ask = () => api.call(api.home.keys.seller, 'POST', '/v1/charges', { payload: NEW_CHARGE })
  await withoutNoticing(api, () => waitingBriefly(api, ask))
  expect(failureIn('a start was not answered')).toEqual({
    type: 'ServiceError',
    message: 'Failed to start Workflow',
    cause: { type: 'Error', message: expect.stringMatching(/DEADLINE_EXCEEDED|UNAVAILABLE/), code: expect.any(Number) },
  })
})

it('a session that could not be looked up leaves the reason in the log, and no stack', async () => {
  const cookie = await api.signIn(api.home.emails.operator)
  lines.length = 0
  await database.cut()
  const answer = await api.call(null, 'GET', '/v1/me', { headers: { cookie } })
  expect(answer.json()).toMatchObject({ status: 503, code: 'unavailable' })
  expect(failureIn('a session could not be looked up')).toEqual({
    type: 'Error',
    message: expect.stringContaining('Query failed'),
    cause: { type: 'Error', message: expect.any(String), code: expect.any(String) },
  })
})
