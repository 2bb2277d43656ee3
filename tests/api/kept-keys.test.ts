/** `npm run start:api` beside `npm start`: it knows the keys that are kept in the data directory. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../scripts/support/ports.ts'
import { startProcess } from '../../scripts/support/processes.ts'
import { ROOT } from '../../scripts/support/root.ts'
import { withoutOurSettings } from '../support/environment.ts'
import { startTestApi } from './support.ts'

it('an API that is started by itself takes the admin key, and opens what was sealed', async () => {
  const key = randomBytes(32)
  const api = await startTestApi({ settings: { masterKey: [key] } })
  onTestFinished(() => api.close())
  const { id } = await api.addAccount(api.home, 'ASAAS')
  const dataDir = mkdtempSync(join(tmpdir(), 'trilho-kept-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  writeFileSync(join(dataDir, 'master.key'), `${key.toString('base64')}\n`)
  writeFileSync(join(dataDir, 'admin.key'), 'trilho_local_kept\n')

  const port = await freePort()
  const { databaseUrl, temporalAddress, temporalNamespace } = api.settings
  const started = await startProcess({
    name: 'api',
    command: process.execPath,
    args: ['api/server.ts'],
    cwd: ROOT,
    env: {
      ...withoutOurSettings(process.env),
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: temporalAddress,
      TEMPORAL_NAMESPACE: temporalNamespace,
      TRILHO_DATA_DIR: dataDir,
      PORT: String(port),
    },
  })
  onTestFinished(() => started.stop())
  const headers = { authorization: 'Bearer trilho_local_kept' }
  const read = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/provider-accounts/${id}`, { headers }).catch(
      () => undefined,
    )
    return answer && { status: answer.status, body: await answer.json() }
  }
  await expect
    .poll(read, { timeout: 60_000 })
    .toMatchObject({ status: 200, body: { webhookUrl: expect.stringContaining('/webhooks/asaas/') } })
}, 120_000)
