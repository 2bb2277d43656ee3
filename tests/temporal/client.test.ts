import { type AddressInfo, createServer } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporalClient } from '../../temporal/client.ts'
import { createLocalSettings } from '../support/settings.ts'

let hungUp = 0
const server = createServer((socket) => {
  hungUp += 1
  socket.destroy()
})
beforeEach(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterEach(() => new Promise((resolve) => server.close(resolve)))

test('a call that waits to be repeated when the connection is closed fails, and does not end the process', async () => {
  const { port } = server.address() as AddressInfo
  const client = temporalClient(
    createLocalSettings({
      databaseUrl: 'postgres://127.0.0.1/none',
      temporalAddress: `127.0.0.1:${port}`,
      temporalNamespace: 'default',
    }),
  )
  const call = client.workflowService.getSystemInfo({})
  const failure = expect(call).rejects.toThrow('Channel has been shut down')
  await expect.poll(() => hungUp).toBeGreaterThan(1)
  await client.connection.close()
  await failure
})
