/** The API with a worker that writes lists, and a store on the disk, for the tests of one file. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Export } from '../../api/schemas/export.ts'
import { listExports } from '../../db/schema/index.ts'
import { freePort } from '../../scripts/support/ports.ts'
import { pauseSweep } from '../support/sweeps.ts'
import { startTestWorker } from '../support/worker.ts'
import { startTestApi, type TestApi } from './support.ts'

export interface Exporting {
  api: TestApi
  /** Where the store keeps its files. */
  directory: string
}

/** `enter` is given both once they are there; no test finds the exports of the one before, and none is swept away. */
export function onExporting(enter: (exporting: Exporting) => void): void {
  const started: { api?: TestApi; worker?: Awaited<ReturnType<typeof startTestWorker>>; directory?: string } = {}
  beforeAll(async () => {
    const directory = mkdtempSync(join(tmpdir(), 'trilho-exports-'))
    started.directory = directory
    const port = await freePort()
    const settings = { publicUrl: `http://127.0.0.1:${port}`, storage: { type: 'local' as const, directory } }
    const api = await startTestApi({ settings })
    started.api = api
    await api.app.listen({ port, host: '127.0.0.1' })
    await pauseSweep(api.temporal)
    started.worker = await startTestWorker(api.settings, pino({ level: 'silent' }))
    enter({ api, directory })
  })
  beforeEach(async () => void (await started.api?.database.writer.delete(listExports)))
  afterAll(async () => {
    started.worker?.shutdown()
    await started.worker?.stopped
    await started.api?.close()
    if (started.directory) rmSync(started.directory, { recursive: true, force: true })
  })
}

export const askForExport = (api: TestApi, payload: object, key = api.home.keys.seller) =>
  api.call(key, 'POST', '/v1/exports', { payload })

/** One that is ready, also where the answer could not wait for it. */
export async function madeExport(api: TestApi, payload: object, key = api.home.keys.seller): Promise<Export> {
  const answer = await askForExport(api, payload, key)
  expect(answer.statusCode, answer.body).toBe(201)
  const path = `/v1/exports/${answer.json<Export>().id}`
  const read = async () => (await api.call(key, 'GET', path)).json<Export>()
  await expect.poll(async () => (await read()).state).toBe('READY')
  return read()
}

export async function addressOf(api: TestApi, id: string, key = api.home.keys.seller): Promise<string> {
  const address = await api.call(key, 'GET', `/v1/exports/${id}/download`)
  expect(address.statusCode, address.body).toBe(200)
  return address.json<{ url: string }>().url
}
