/** No result ever contains anything of another query, whatever becomes of the queries before it: on the real server. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { connectDatabase, type DatabasePool, type Queryable } from '../../db/client.ts'
import { FILES } from '../../db/driver/changes.ts'
import { assertMendedDriver, mendDriver } from '../../db/driver/mend.ts'
import { type Link, openLink } from '../support/link.ts'
import { type FreshDatabase, freshDatabase } from '../support/stack.ts'

let database: FreshDatabase
let link: Link
beforeAll(async () => {
  database = await freshDatabase()
  const { hostname: host, port } = new URL(database.databaseUrl)
  link = await openLink({ host, port: Number(port) })
})
afterAll(async () => {
  await link?.close()
  await database?.drop()
})

function pool(maxConnections: number, through?: Link, setting = ''): DatabasePool {
  const url = new URL(database.databaseUrl)
  url.search = setting
  if (through) url.port = String(through.port)
  const opened = connectDatabase({ databaseUrl: url.toString(), maxConnections })
  onTestFinished(() => opened.close())
  return opened
}

interface Asked {
  /** What every row of its answer carries. */
  marker: number
  rows: number
  /** The row at which it fails; 0: it does not. */
  failsAt: number
  mode: 'plain' | 'prepared' | 'transaction'
}

const prepared = (db: Queryable, asked: Asked) => db.execute(rowsOf(asked, (value) => sql`${value}::int`))

const MODES: Record<Asked['mode'], (db: DatabasePool['writer'], asked: Asked) => PromiseLike<Iterable<unknown>>> = {
  plain: (db, asked) => db.execute(rowsOf(asked, (value) => sql.raw(String(value)))),
  prepared,
  transaction: (db, asked) => db.transaction((tx) => prepared(tx, asked)),
}

function rowsOf({ marker, rows, failsAt }: Asked, value: (value: number) => SQL): SQL {
  return sql`SELECT ${value(marker)} AS marker, i, 1 / (${value(failsAt)} - i) AS boom FROM generate_series(1, ${value(rows)}) i`
}

const expectedOf = ({ marker, rows, failsAt }: Asked) =>
  failsAt === 0 ? Array.from({ length: rows }, (_, i) => ({ marker, i: i + 1 })) : 'failed'

async function answerOf(db: DatabasePool['writer'], asked: Asked) {
  try {
    const rows = [...(await MODES[asked.mode](db, asked))] as ({ marker: number; i: number } | undefined)[]
    return rows.map((row) => row && { marker: row.marker, i: row.i })
  } catch {
    return 'failed'
  }
}

const asked = fc
  .record({
    rows: fc.integer({ min: 0, max: 12 }),
    fails: fc.boolean(),
    failsAt: fc.integer({ min: 1, max: 12 }),
    mode: fc.constantFrom(...(Object.keys(MODES) as Asked['mode'][])),
  })
  .map(({ rows, fails, failsAt, mode }) => ({ rows, mode, failsAt: fails && failsAt <= rows ? failsAt : 0 }))

describe('every answer is its own query’s', () => {
  it.each([
    ['one after the other, on one connection', 1, false, ''],
    ['pipelined on one connection', 1, true, ''],
    ['at once on three', 3, true, ''],
    ['one after the other, where nothing is prepared', 1, false, 'prepare=false'],
    ['pipelined, where nothing is prepared', 1, true, 'prepare=false'],
  ])('%s', async (_, connections, together, setting) => {
    const { writer } = pool(connections, undefined, setting)
    await fc.assert(
      fc.asyncProperty(fc.array(asked, { minLength: 2, maxLength: 12 }), async (list) => {
        const queries = list.map((query, index) => ({ ...query, marker: index + 1 }))
        const answers: Awaited<ReturnType<typeof answerOf>>[] = []
        if (together) answers.push(...(await Promise.all(queries.map((query) => answerOf(writer, query)))))
        else for (const query of queries) answers.push(await answerOf(writer, query))
        expect(answers).toEqual(queries.map(expectedOf))
      }),
      { numRuns: 60 },
    )
  })

  it('while notifications arrive beside queries that fail', async () => {
    const { writer, sql: driver } = pool(1)
    const heard: string[] = []
    await driver.listen('marks', (payload) => heard.push(payload))
    const queries = Array.from({ length: 30 }, (_, i) => ({
      ...{ marker: i, rows: 5, mode: 'prepared' as const },
      failsAt: i % 2 ? 3 : 0,
    }))
    const answers = await Promise.all(
      queries.map(async (query, index) => {
        if (index % 5 === 0) await writer.execute(sql`SELECT pg_notify('marks', ${String(index)})`)
        return answerOf(writer, query)
      }),
    )
    expect(answers).toEqual(queries.map(expectedOf))
    await expect.poll(() => heard.toSorted()).toEqual(['0', '10', '15', '20', '25', '5'])
  })
})

/** More than a socket's buffers hold, and then it waits: the answer is surely cut in its middle. */
const LONG = sql`SELECT repeat('x', 1000) AS x, CASE WHEN i = 200 THEN pg_sleep(600) END FROM generate_series(1, 200) i`
const ENDS = ['reset', 'closed', 'terminated'] as const

function breakLater(how: (typeof ENDS)[number]): void {
  const { writer } = pool(1)
  link.after(60_000, (client, upstream) => {
    if (how !== 'terminated') upstream.unpipe(client)
    if (how === 'reset') client.resetAndDestroy()
    if (how === 'closed') client.end()
    if (how === 'terminated') writer.execute(TERMINATE).then(() => undefined)
  })
}

const TERMINATE = sql`
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND query LIKE '%pg_sleep(600)%' AND pid <> pg_backend_pid()`

const one = async (db: Pick<Queryable, 'execute'>, marker: number) => [
  ...(await db.execute(sql`SELECT ${marker}::int AS marker`)),
]

/** Ends one's own or fails in words: never waits for ever, never another query's. */
const oneOrRefused = (db: Pick<Queryable, 'execute'>, marker: number) =>
  one(db, marker).catch((error: { cause?: { code?: string } }) => error.cause?.code)

describe.each(ENDS)('a connection that is %s in the middle of an answer', (how) => {
  it('gives nothing of it to those who come next', async () => {
    const { writer } = pool(1, link)
    await one(writer, 0)
    breakLater(how)
    const followUp = writer.execute(LONG).then(
      () => 'answered',
      () => oneOrRefused(writer, 1),
    )
    expect([[{ marker: 1 }], 'CONNECTION_CLOSED', '57P01']).toContainEqual(await followUp)
    for (const marker of [11, 12, 13, 14]) expect(await one(writer, marker)).toEqual([{ marker }])
  })

  it('takes those with it that were pipelined behind', async () => {
    const { writer } = pool(1, link)
    await one(writer, 0)
    breakLater(how)
    const [long, ...behind] = await Promise.allSettled([writer.execute(LONG), one(writer, 1), one(writer, 2)])
    expect(long.status).toBe('rejected')
    for (const [index, each] of behind.entries()) {
      if (each.status === 'fulfilled') expect(each.value).toEqual([{ marker: index + 1 }])
    }
    for (const marker of [11, 12, 13, 14]) expect(await one(writer, marker)).toEqual([{ marker }])
  })

  it('ends its transaction: what follows in it never runs in another session', async () => {
    const { writer } = pool(1, link)
    // Each its own: the server keeps the locks of a session that was cut off until it notices.
    const marks = sql.identifier(`marks_${how}`)
    await writer.execute(sql`CREATE TABLE ${marks} (marker int)`)
    breakLater(how)
    let late: unknown
    const transaction = writer.transaction(async (tx) => {
      await tx.execute(sql`INSERT INTO ${marks} VALUES (1)`)
      await Promise.resolve(tx.execute(LONG)).catch(() => undefined)
      // Another query has opened the connection again meanwhile.
      expect(await one(writer, 21)).toEqual([{ marker: 21 }])
      late = await Promise.resolve(tx.execute(sql`INSERT INTO ${marks} VALUES (2)`)).then(
        () => 'ran',
        () => 'refused',
      )
    })
    await expect(transaction).rejects.toThrow()
    await expect.poll(() => late).toBe('refused')
    expect([...(await writer.execute(sql`SELECT * FROM ${marks}`))]).toEqual([])
    for (const marker of [11, 12]) expect(await one(writer, marker)).toEqual([{ marker }])
  })
})

it('binds the same values when a statement has to be prepared anew', async () => {
  const { writer } = pool(1)
  const other = pool(1).writer
  await writer.execute(sql`CREATE TABLE flags (id int, yes boolean, no boolean, at timestamptz)`)
  const insert = async (id: number) =>
    [
      ...(await writer.execute(
        sql`INSERT INTO flags VALUES (${id}, ${true}, ${false}, ${'2026-01-02T03:04:05Z'}) RETURNING *`,
      )),
    ][0]
  const first = await insert(1)
  await other.execute(sql`ALTER TABLE flags ADD COLUMN more text`)
  expect(await insert(2)).toEqual({ ...first, id: 2, more: null })
})

describe('the installed driver', () => {
  const installed = join(createRequire(import.meta.url).resolve('postgres'), '../../..')
  const published = () => {
    const folder = mkdtempSync(join(tmpdir(), 'trilho-driver-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    cpSync(join(installed, 'src'), join(folder, 'src'), { recursive: true })
    for (const { path, changes } of FILES) {
      const text = readFileSync(join(folder, path), 'utf8')
      writeFileSync(
        join(folder, path),
        changes.reduce((now, { from, to }) => now.replace(to, () => from), text),
      )
    }
    return folder
  }

  it('is the mended one', () => expect(() => assertMendedDriver()).not.toThrow())

  it('is mended once, from exactly the published text', () => {
    const folder = published()
    expect(() => assertMendedDriver(folder)).toThrow('run npm ci')
    mendDriver(folder)
    assertMendedDriver(folder)
    mendDriver(folder)
    assertMendedDriver(folder)
  })

  it.each(FILES.map(({ path }) => path))('is refused when %s is another, and nothing is changed', (path) => {
    const folder = published()
    writeFileSync(join(folder, path), `${readFileSync(join(folder, path), 'utf8')}\n`)
    const before = FILES.map((file) => readFileSync(join(folder, file.path), 'utf8'))
    expect(() => mendDriver(folder)).toThrow('read what changed')
    expect(FILES.map((file) => readFileSync(join(folder, file.path), 'utf8'))).toEqual(before)
    expect(() => assertMendedDriver(folder)).toThrow()
  })
})
