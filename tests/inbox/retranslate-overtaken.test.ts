/** A word is listed to be applied with its new meaning, and its movement's provider says more before it is. */
import { eq, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Queryable } from '../../db/client.ts'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { insertWithdrawal } from '../../db/queries/disbursement/create.ts'
import { applyDisbursementTransition, moveDisbursement } from '../../db/queries/disbursement/transitions.ts'
import { disbursements, disputes } from '../../db/schema/index.ts'
import { type Retranslation, retranslate } from '../../inbox/retranslate.ts'
import { startTestApi, type TestApi } from '../api/support.ts'
import { UNROUTED } from '../support/disbursements.ts'

/** It can be asked neither about charges nor about withdrawals. */
const provider = 'FLOW2PAY'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

const get = async (path: string) => (await api.call(api.home.keys.seller, 'GET', path)).json()

/** Applies the old words. @param says what the provider says once they are listed, and before the first is applied. */
async function overtaken(says: (tx: Queryable) => Promise<unknown>): Promise<Retranslation[]> {
  const [said, listed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const saying = api.database.writer.transaction(async (tx) => {
    await says(tx)
    said.resolve()
    await listed.promise
  })
  await Promise.race([said.promise, saying])
  const found: Retranslation[] = []
  const { database, temporal } = api
  const onFound = (what: Retranslation) => {
    found.push(what)
    listed.resolve()
  }
  const options = { apply: true, onFound, onProgress: () => {} }
  const running = retranslate({ database, temporal, logger: { warn: () => {} } }, options).finally(listed.resolve)
  await Promise.all([running, saying])
  return found
}

const unmapped = (rawStatus: string) =>
  ({ to: 'REJECTED', cause: 'poll', key: `poll/${rawStatus}`, rawStatus, unmapped: true }) as const

it('a charge that its bank has taken back meanwhile is not paid by it, and no dispute is won', async () => {
  const { id: providerAccountId } = await api.addAccount(api.home, provider)
  const { id: chargeId } = await api.addMadeCharge(api.home, { provider, providerAccountId })
  await applyTransition(api.database.writer, { chargeId, ...unmapped('PixIn') })
  expect(await get(`/v1/charges/${chargeId}`)).toMatchObject({ status: 'REJECTED', statusUnmapped: true })
  const found = await overtaken(async (tx) => {
    await applyTransition(tx, { chargeId, to: 'CHARGEBACK', cause: 'webhook', key: 'webhook/taken' })
    const openedAt = sql`now() - interval '1 hour'`
    await tx.update(disputes).set({ openedAt }).where(eq(disputes.chargeId, chargeId))
  })
  expect(found).toMatchObject([{ movement: `charge/${chargeId}`, from: 'REJECTED', to: 'APPROVED' }])
  expect(await get(`/v1/charges/${chargeId}`)).toMatchObject({ status: 'CHARGEBACK', statusUnmapped: false })
  expect((await get(`/v1/disputes?chargeId=${chargeId}`)).data).toMatchObject([{ state: 'OPEN' }])
})

it('a withdrawal that was paid meanwhile has not come back', async () => {
  const [id, { writer: db }] = [uuidv7(), api.database]
  const { platformId } = api.home
  await insertWithdrawal(db, { id, platformId, method: 'PIX', amount: 5000 }, UNROUTED, { by: 'ana' })
  await db.update(disbursements).set({ provider }).where(eq(disbursements.id, id))
  await applyDisbursementTransition(db, { disbursementId: id, ...unmapped('Falha') })
  expect(await get(`/v1/withdrawals/${id}`)).toMatchObject({ status: 'REJECTED', statusUnmapped: true })
  const paid = { disbursementId: id, to: 'APPROVED', cause: 'webhook', key: 'webhook/paid' } as const
  const found = await overtaken((tx) => moveDisbursement(tx, paid))
  expect(found).toMatchObject([{ movement: `withdrawal/${id}`, from: 'REJECTED', to: 'REJECTED' }])
  expect(await get(`/v1/withdrawals/${id}`)).toMatchObject({ status: 'APPROVED', statusUnmapped: false })
})
