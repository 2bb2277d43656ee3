/** The least that an intake can do: a Fastify that keeps what it was sent with one insert. */
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import postgres from 'postgres'

export async function startBareIntake(databaseUrl: string): Promise<{ url: string; close(): Promise<void> }> {
  const sql = postgres(databaseUrl, { max: 10, onnotice: () => {} })
  await sql`CREATE TABLE IF NOT EXISTS bare_notices (id bigserial PRIMARY KEY, body jsonb NOT NULL)`
  const app = fastify()
  app.post('/', async (request, reply) => {
    await sql`INSERT INTO bare_notices (body) VALUES (${sql.json(request.body as never)})`
    return reply.send({})
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    close: async () => {
      await app.close()
      await sql.end()
    },
  }
}
