/** Runs the fake providers as a process, from SANDBOX_PORT, SANDBOX_TLS_PORT, HOST and SANDBOX_DATA_DIR or TRILHO_DATA_DIR. */
import { join } from 'node:path'
import { startSandbox } from './server.ts'

const { env } = process

const sandbox = await startSandbox({
  ...(env.HOST ? { host: env.HOST } : {}),
  port: Number(env.SANDBOX_PORT ?? 4000),
  tlsPort: Number(env.SANDBOX_TLS_PORT ?? 4443),
  dataDir: env.SANDBOX_DATA_DIR || join(env.TRILHO_DATA_DIR || '.trilho', 'sandbox'),
})
process.stdout.write(`Fake providers at ${sandbox.url}, with client certificates at ${sandbox.tlsUrl}\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void sandbox.close()
  })
}
