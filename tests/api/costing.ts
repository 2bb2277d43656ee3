/** The API and a worker on a link to PostgreSQL that counts statements, and charges that are paid by webhook. */
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { expect, inject } from 'vitest'
import { notePause } from '../../db/queries/reading/pace.ts'
import { chargeWorkflowId } from '../../workflows/messages.ts'
import { countingLink } from '../support/counting-link.ts'
import { startTestWorker } from '../support/worker.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'
import { PATIENT_HEALTH_MS } from './support.ts'

export interface Costing {
  api: ChargingApi
  /** @returns the charge's id, and how many events its workflow's history has. */
  paidCharge(provider: string, key: string): Promise<{ id: string; events: number }>
  /**
   * @param move makes one, by its number from 0, and waits for its end. @returns how many events its history has.
   * @returns of `count` movements after a first, which also opens connections, prepares statements and fetches a token, the least of each.
   *   On a busy machine a history may be a task longer, and what is asked by the clock comes on top; nothing makes one cheaper than it is.
   */
  costsOf(count: number, move: (number: number) => Promise<number>): Promise<{ statements: number; events: number }>
  /** A request of a seller's, as one who repeats it would send it. */
  ask(path: string, payload: object, key: string): ReturnType<ChargingApi['call']>
  /** Waits for the workflow's end. @returns how many events its history has. */
  eventsOf(workflowId: string, status: string): Promise<number>
  accountAt(provider: string): string
  close(): Promise<void>
}

export async function startCosting(providers: readonly string[]): Promise<Costing> {
  const { hostname, port } = new URL(inject('postgresUrl'))
  const link = await countingLink({ host: hostname, port: Number(port) })
  const temporalPort = Number(new URL(`http://${inject('temporalAddress')}`).port)
  const links = { database: link.port, temporal: temporalPort }
  // What the sweep asks is by the clock, not by the movement.
  const api = await startChargingApi({ startWorker: false, sweeps: false, links, healthWaitMs: PATIENT_HEALTH_MS })
  const worker = await startTestWorker(api.settings, pino({ level: 'silent' }))
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  const { port: apiPort } = api.app.server.address() as AddressInfo
  const accounts = new Map<string, string>()
  for (const provider of providers) {
    const { id, token } = await api.connect(provider)
    accounts.set(provider, id)
    const url = `http://127.0.0.1:${apiPort}/webhooks/${provider.toLowerCase()}/${token}`
    await api.control('PUT', `/webhook-addresses/${provider}`, { url })
    // It may see the news at the same moment, and tell the workflow too.
    await notePause(api.database.writer, id, true)
  }
  const accountAt = (provider: string) => accounts.get(provider) ?? ''
  const ask: Costing['ask'] = (path, payload, key) =>
    api.call(api.home.keys.seller, 'POST', path, { payload, headers: { 'idempotency-key': key } })
  const eventsOf: Costing['eventsOf'] = async (workflowId, status) => {
    const handle = api.temporal.workflow.getHandle(workflowId)
    expect(await handle.result()).toEqual({ status })
    const { events } = await handle.fetchHistory()
    return events?.length ?? 0
  }
  return {
    api,
    costsOf: async (count, move) => {
      await move(0)
      const histories: number[] = []
      const statements: number[] = []
      for (let number = 1; number <= count; number += 1) {
        const before = link.count()
        histories.push(await move(number))
        statements.push(link.count() - before)
      }
      return { statements: Math.min(...statements), events: Math.min(...histories) }
    },
    ask,
    eventsOf,
    accountAt,
    paidCharge: async (provider, key) => {
      const payload = { ...NEW_CHARGE, providerAccountId: accountAt(provider) }
      const answer = await ask('/v1/charges', payload, `${provider}-${key}`)
      expect(answer.statusCode).toBe(201)
      const { id, transactionId } = answer.json()
      await api.control('POST', `/transactions/${provider}/${transactionId}/pay`)
      return { id, events: await eventsOf(chargeWorkflowId(id), 'APPROVED') }
    },
    close: async () => {
      worker.shutdown()
      await worker.stopped
      await api.close()
      await link.close()
    },
  }
}
