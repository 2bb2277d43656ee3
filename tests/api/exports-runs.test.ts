/** A run that dies is gone on with; what it leaves behind is in no file, and goes with it. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { asyncLocalStorage, type Context } from '@temporalio/activity'
import { eq } from 'drizzle-orm'
import pino from 'pino'
import { uuidv7 } from 'uuidv7'
import { describe, expect, it } from 'vitest'
import { forgetOldExports, startDueExports, writeExport } from '../../activities/export/write-export.ts'
import { connectDatabase } from '../../db/client.ts'
import { addExport, beginExport, expireExports, recordPart } from '../../db/queries/export/exports.ts'
import { listExports } from '../../db/schema/index.ts'
import { MOST_EXPORTS } from '../../domain/export.ts'
import { createStorage } from '../../storage/create.ts'
import { untilAwaited } from '../support/locks.ts'
import { freshDatabase } from '../support/stack.ts'
import { addressOf, onExporting } from './exporting.ts'
import type { TestApi } from './support.ts'

let api: TestApi
let directory: string
onExporting((exporting) => {
  ;({ api, directory } = exporting)
})

const never = new AbortController().signal
const seller = () => api.home.keys.seller

describe('a run', () => {
  const sizes = { batch: 2, part: 1 }
  const wanted = (filters: object = {}) => ({
    platformId: api.home.platformId,
    resource: 'charges' as const,
    filters: filters as Record<string, unknown>,
    language: 'en' as const,
    folder: uuidv7().replaceAll('-', ''),
    createdBy: 'x',
  })
  const needed = () => ({ database: api.database, storage: createStorage(api.settings), stopping: never })
  const run = (id: string, storage = needed().storage, database = needed().database) =>
    asyncLocalStorage.run({ heartbeat: () => {}, info: {} } as unknown as Context, () =>
      writeExport({ ...needed(), storage, database }, sizes)({ exportId: id }),
    )
  const row = async (id: string) =>
    (await api.database.writer.select().from(listExports).where(eq(listExports.id, id)))[0]
  /** Not the worker's: its start is far away. */
  async function added(filters: object, platformId = api.home.platformId) {
    const made = await addExport(api.database.writer, { ...wanted(filters), platformId })
    await api.database.sql`UPDATE list_exports SET start_at = now() + interval '1 hour' WHERE id = ${made?.id ?? ''}`
    return made?.id ?? ''
  }
  async function fiveCharges() {
    const orderId = uuidv7()
    for (let at = 0; at < 5; at += 1) await api.addCharge(api.home, { orderId })
    return orderId
  }
  const idsIn = async (id: string) =>
    (await (await fetch(await addressOf(api, id))).text()).split('\r\n').map((line) => line.slice(0, 36))

  it('that dies is gone on with after its last part, and leaves nothing twice', async () => {
    const id = await added({ orderId: await fiveCharges(), sort: 'createdAt' })
    const { storage } = needed()
    let puts = 0
    const failing = {
      ...storage,
      signPut: (file: Parameters<typeof storage.signPut>[0]) => {
        puts += 1
        return puts === 2 ? Promise.reject(new Error('away')) : storage.signPut(file)
      },
    }
    await expect(run(id, failing)).rejects.toThrow('away')
    expect(await row(id)).toMatchObject({ state: 'WRITING', rowCount: 2, run: 1 })
    await run(id)
    expect(await row(id)).toMatchObject({ state: 'READY', rowCount: 5, run: 2 })
    const ids = (await idsIn(id)).slice(1, -1)
    expect(ids).toHaveLength(5)
    expect(ids).toEqual([...new Set(ids)].sort())
  })

  it('that was left behind adds nothing to what another has written since', async () => {
    const id = await added({ orderId: await fiveCharges() })
    const { storage } = needed()
    const slow = {
      ...storage,
      signPut: async (file: Parameters<typeof storage.signPut>[0]) => {
        const signed = await storage.signPut(file)
        await run(id)
        return signed
      },
    }
    await run(id, slow)
    expect(await row(id)).toMatchObject({ state: 'READY', rowCount: 5, run: 2 })
    expect((await idsIn(id)).slice(1, -1)).toHaveLength(5)
    expect((await row(id))?.parts.every((key) => key.includes('/2-'))).toBe(true)
    expect(readdirSync(join(directory, (await row(id))?.parts[0]?.replace(/[^/]*$/, '') ?? '')).sort()).toEqual([
      '2-1.csv',
      '2-2.csv',
      '2-3.csv',
    ])
  })

  it('leaves the other place of a worker to other platforms', async () => {
    const [own, more] = [await added({ orderId: await fiveCharges() }), await added({})]
    const others = await added({}, api.other.platformId)
    const { storage } = needed()
    let isFirst = true
    const meanwhile = {
      ...storage,
      signPut: async (file: Parameters<typeof storage.signPut>[0]) => {
        if (isFirst) {
          isFirst = false
          await expect(write({ exportId: more })).rejects.toThrow("The platform's share")
          await write({ exportId: others })
        }
        return storage.signPut(file)
      },
    }
    const write = writeExport({ ...needed(), storage: meanwhile }, sizes)
    await asyncLocalStorage.run({ heartbeat: () => {}, info: {} } as unknown as Context, () => write({ exportId: own }))
    expect(await row(own)).toMatchObject({ state: 'READY', rowCount: 5 })
    expect(await row(others)).toMatchObject({ state: 'READY' })
    expect(await row(more)).toMatchObject({ run: 0 })
    await run(more)
  })

  it('has what is paid while it is written, whatever the list is ranked by', async () => {
    const orderId = await fiveCharges()
    const id = await added({ orderId, sort: '-paidAt' })
    const { storage } = needed()
    const paying = {
      ...storage,
      signPut: async (file: Parameters<typeof storage.signPut>[0]) => {
        await api.database.sql`UPDATE charges SET paid_at = coalesce(paid_at, now()) WHERE order_id = ${orderId}`
        return storage.signPut(file)
      },
    }
    await run(id, paying)
    expect(await row(id)).toMatchObject({ state: 'READY', rowCount: 5 })
    expect(new Set((await idsIn(id)).slice(1, -1)).size).toBe(5)
  })

  it('has nothing that came after it was asked for', async () => {
    const orderId = await fiveCharges()
    const id = await added({ orderId, sort: 'createdAt' })
    await api.database.sql`UPDATE list_exports SET created_at = created_at - interval '1 minute' WHERE id = ${id}`
    await run(id)
    expect(await row(id)).toMatchObject({ state: 'READY', rowCount: 0 })
  })

  it('of a search without a word has nothing', async () => {
    await fiveCharges()
    const id = await added({ q: '---' })
    await run(id)
    expect(await row(id)).toMatchObject({ state: 'READY', rowCount: 0 })
  })

  it('of words that fit too many says so', async () => {
    const id = await added({ q: 'maria zuleide' })
    // The database writes the words of each by itself.
    for (let batch = 0; batch < 9; batch += 1) {
      await api.database.sql`
        INSERT INTO charges (id, platform_id, payment_method, amount, customer, items, checkout_token)
        SELECT gen_random_uuid(), ${api.home.platformId}, 'PIX', 100,
          jsonb_build_object('name', CASE WHEN n % 2 = 0 THEN 'Maria' ELSE 'Zuleide' END, 'email', 'a@x.co', 'document', ''),
          '[]', gen_random_uuid()::text FROM generate_series(1, 500) n`
    }
    await api.database.sql`UPDATE list_exports SET created_at = now() + interval '1 minute' WHERE id = ${id}`
    await run(id)
    expect(await row(id)).toMatchObject({ state: 'FAILED', failure: 'tooManyMatches' })
    const answer = await api.call(seller(), 'GET', `/v1/exports/${id}/download`)
    expect(answer.json()).toMatchObject({ status: 409, code: 'conflict' })
  })

  it('has the newest rows, where a replica lags behind', async () => {
    const orderId = await fiveCharges()
    const id = await added({ orderId })
    const behind = await freshDatabase()
    const replica = connectDatabase({ databaseUrl: behind.databaseUrl })
    try {
      await run(id, needed().storage, { ...api.database, read: (query) => Promise.resolve(query(replica.writer)) })
    } finally {
      await replica.close()
      await behind.drop()
    }
    expect(await row(id)).toMatchObject({ state: 'READY', rowCount: 5 })
  })

  it('is one of as many as may be, however many are asked for at once', async () => {
    const asked = Array.from({ length: 2 * MOST_EXPORTS }, () =>
      api.database.writer.transaction((tx) => addExport(tx, wanted())),
    )
    const made = await Promise.all(asked)
    expect(made.filter((export_) => export_ !== undefined)).toHaveLength(MOST_EXPORTS)
  })

  it('that is asked for while a customer is erased is read after it', async () => {
    let asked: Promise<unknown> | undefined
    await api.database.writer.transaction(async (tx) => {
      await expireExports(tx, api.home.platformId)
      asked = api.database.writer.transaction((other) => addExport(other, wanted()))
      await untilAwaited(tx, api.database)
    })
    expect(await asked).toBeDefined()
  })

  it('whose start was lost is started by the sweep', async () => {
    const id = await added({ orderId: uuidv7() })
    await api.database.sql`UPDATE list_exports SET start_at = now() - interval '1 hour' WHERE id = ${id}`
    await startDueExports({ database: api.database, temporal: api.temporal, logger: pino({ level: 'silent' }) })
    await expect.poll(async () => (await row(id))?.state).toBe('READY')
  })

  it('ends with its time, and its files with it, also those that no row records', async () => {
    const id = await added({ orderId: await fiveCharges() })
    const begun = await beginExport(api.database.writer, id)
    if (!begun) throw new Error('Not begun')
    const { storage } = needed()
    await run(id)
    await expireExports(api.database.writer, api.home.platformId)
    expect(await recordPart(api.database.writer, begun, { key: 'x', rows: 1, bytes: 1, reached: null })).toBe(false)
    expect((await api.call(seller(), 'GET', `/v1/exports/${id}`)).statusCode).toBe(404)
    const folder = join(directory, (await row(id))?.parts[0]?.replace(/[^/]*$/, '') ?? '')
    expect(readdirSync(folder).length).toBeGreaterThan(0)
    await forgetOldExports({ database: api.database, storage })
    expect(readdirSync(folder)).toEqual([])
    expect(await row(id)).toBeUndefined()
  })
})
