/** Withdrawals whose answer is lost at providers that know them by a key of ours: sent again under it, or found, and paid once. */
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { deriveKey } from '../../config/keys.ts'
import { seal } from '../../config/seal.ts'
import { platforms } from '../../db/schema/index.ts'
import { signingKey } from '../sandbox/signing-key.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { disbursementAttemptsOf, disbursementOf, startWithdrawal } from '../support/disbursements.ts'

/** By vendors' pages and clients: the key gives back what it made, or our reference finds it (ASAAS). */
const PROVIDERS = ['PAGARME', 'SIMPAY', 'TRANSFEERA', 'VEXYPAYMENTS', 'MEDIUS', 'ASAAS'] as const
/** PAGARME pays out to receivers alone. */
const TO_RECEIVER = { method: 'RECEIVER', destination: { receiverId: 're_1' } } as const

let stack: ChargeStack
const accounts: Record<string, string> = {}

beforeAll(async () => {
  stack = await startChargeStack()
  for (const provider of [...PROVIDERS, 'IUGU']) accounts[provider] = await stack.addAccount(provider)
  const sealedPrivateKey = seal(signingKey(), deriveKey(stack.settings.masterKey, 'seal'))
  await stack.database.writer.update(platforms).set({ sealedPrivateKey }).where(eq(platforms.id, stack.platformId))
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

describe.each(PROVIDERS)('%s', (provider) => {
  test.each(['commitThenDrop', 'serverErrorAfterCommit'])('(%s)', async (fault) => {
    await stack.control('PUT', `/faults/${provider}/withdraw`, { fault, times: 1 })
    const before = (await booksOf(provider)).length
    const started = await startWithdrawal(stack, [accounts[provider] ?? ''], {
      timing: { unknownMs: 30_000, pollFirstMs: 60_000 },
      ...(provider === 'PAGARME' ? TO_RECEIVER : {}),
    })
    expect(await started.answer).toEqual({ outcome: 'created' })
    const made = await booksOf(provider)
    expect(made.length - before).toBe(1)
    const { externalId, attention } = await disbursementOf(stack, started.row.id)
    expect(made.map(({ id }) => id)).toContain(externalId)
    expect(attention).not.toBe('unknownOutcome')
    expect(await disbursementAttemptsOf(stack, started.row.id)).toMatchObject([{ outcome: 'created' }])
  })
})

/** IUGU says of a key that it knows only that it knows it: 409. It is sent, and never relied on. */
describe('IUGU', () => {
  const withdraw = async (fault: string) => {
    await stack.control('PUT', '/faults/IUGU/withdraw', { fault, times: 1 })
    const before = (await booksOf('IUGU')).length
    const timing = { triesBeforeAsking: 3, unknownMs: 1_500, pollFirstMs: 60_000 }
    const started = await startWithdrawal(stack, [accounts.IUGU ?? ''], { timing })
    const answer = await started.answer
    return {
      answer,
      made: (await booksOf('IUGU')).length - before,
      disbursement: await disbursementOf(stack, started.row.id),
    }
  }

  test('a request without an answer is not sent again, also one that never arrived', async () => {
    const { answer, made, disbursement } = await withdraw('dropBeforeCommit')
    expect({ answer, made }).toEqual({ answer: { outcome: 'needsAttention' }, made: 0 })
    expect(disbursement).toMatchObject({ status: 'PENDING', attention: 'unknownOutcome' })
  })

  test('one that arrived is not paid twice, and an operator finds its id', async () => {
    const { answer, made, disbursement } = await withdraw('commitThenDrop')
    expect({ answer, made }).toEqual({ answer: { outcome: 'needsAttention' }, made: 1 })
    expect(disbursement).toMatchObject({ status: 'PENDING', attention: 'unknownOutcome' })
  })
})

async function booksOf(provider: string): Promise<{ id: string }[]> {
  return (await stack.control<{ data: { id: string }[] }>('GET', `/withdrawals?provider=${provider}`)).data
}
