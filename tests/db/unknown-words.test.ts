/** Words of a provider that no table knows, of several transactions of a charge, and at the moment at which its time ends. */
import { eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { noteKnownWord, noteUnmappedWord } from '../../db/queries/charge/unknown-words.ts'
import { writeDecision } from '../../db/queries/movement/asking.ts'
import { CHARGES } from '../../db/queries/movement/tables.ts'
import { charges, sellerEvents } from '../../db/schema/index.ts'
import { startTestApi, type TestApi } from '../api/support.ts'
import { untilAwaited } from '../support/locks.ts'

let api: TestApi
let providerAccountId: string
beforeAll(async () => {
  api = await startTestApi()
  providerAccountId = (await api.addAccount(api.home, 'HUNTERPAY')).id
})
afterAll(() => api?.close())

async function waiting() {
  const own = { accountId: providerAccountId, transactionId: uuidv7() }
  const at = {
    provider: 'HUNTERPAY',
    providerAccountId,
    transactionId: own.transactionId,
    webhookUrl: 'http://127.0.0.1:9/',
  }
  const { id: chargeId } = await api.addCharge(api.home, at)
  const read = async () => {
    const [row] = await api.database.writer.select().from(charges).where(eq(charges.id, chargeId))
    return row
  }
  return { chargeId, own, another: { accountId: providerAccountId, transactionId: uuidv7() }, read }
}
const said = (chargeId: string) => ({ chargeId, cause: 'poll', rawStatus: 'settled' }) as const

test('a known word of its own transaction answers no question about the same word of another one', async () => {
  const { writer } = api.database
  const { chargeId, own, another, read } = await waiting()
  expect(await noteUnmappedWord(writer, { ...said(chargeId), of: own })).toBe(true)
  expect(await noteUnmappedWord(writer, { ...said(chargeId), of: another })).toBe(true)
  await noteKnownWord(writer, chargeId)
  expect(await read()).toMatchObject({ statusUnmapped: false, attention: 'unmappedStatus' })
})

test('but it does once an operator has answered that one', async () => {
  const { writer } = api.database
  const { chargeId, own, another, read } = await waiting()
  await noteUnmappedWord(writer, { ...said(chargeId), of: another })
  const decided = { id: uuidv7(), by: 'ana', kind: 'resolve', became: 'carriedOut' } as const
  await writeDecision(writer, CHARGES, chargeId, decided, ['unmappedStatus'])
  await noteUnmappedWord(writer, { ...said(chargeId), of: own })
  await noteKnownWord(writer, chargeId)
  expect(await read()).toMatchObject({ statusUnmapped: false, attention: null })
})

test('a word that comes while the end is being written is part of it: no seller is told of a rejection', async () => {
  const { writer } = api.database
  const { chargeId, own, read } = await waiting()
  const end = { chargeId, to: 'REJECTED', cause: 'timer', key: 'end', rawStatus: 'expired', givesUp: true } as const
  const ended = await writer.transaction(async (tx) => {
    await tx.select().from(charges).where(eq(charges.id, chargeId)).for('update')
    const ending = applyTransition(writer, end)
    await untilAwaited(tx, api.database)
    await noteUnmappedWord(tx, { ...said(chargeId), of: own })
    return { ending }
  })
  await ended.ending
  expect(await read()).toMatchObject({ statusUnmapped: true, attention: 'unmappedStatus' })
  const told = await writer.select().from(sellerEvents).where(eq(sellerEvents.subjectId, chargeId))
  expect(told.map(({ type }) => type)).not.toContain('charge.rejected')
})
