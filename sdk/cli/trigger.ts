/** `trilho trigger`: makes an event happen for real, at fake providers: those of test mode on any server, or of a Trilho on this machine. */
import { setTimeout as rest } from 'node:timers/promises'
import type { Trilho } from '../client.ts'
import { TrilhoApiError } from '../errors.ts'
import type { Charge, Receiver, Refund, SellerEventType, Withdrawal } from '../types.generated.ts'
import { type Bank, localBank, type Sandbox, testBank } from './bank.ts'
import { isLocal } from './local.ts'
import { UsageError } from './usage-error.ts'

interface Stage {
  trilho: Trilho
  bank: Bank
  account: { id: string; provider: string }
}

const AMOUNT = 1990
const ROUND_MS = 250
const PATIENCE_MS = 60_000

/** Each answers with what was made. */
const DEEDS = {
  'charge.created': newCharge,
  'charge.approved': paidCharge,
  'charge.rejected': async (stage) => chargeThat(stage, 'decline', 'REJECTED', await newCharge(stage)),
  'charge.refunded': async (stage) => refund(stage, await paidCharge(stage)),
  'charge.partially_refunded': async (stage) => refund(stage, await paidCharge(stage), AMOUNT / 2),
  'charge.chargeback': disputedCharge,
  'refund.pending': async (stage) => refund(stage, await paidCharge(stage)),
  'refund.approved': async (stage) => refund(stage, await paidCharge(stage)),
  'refund.rejected': rejectedRefund,
  'withdrawal.pending': async (stage) => (await newWithdrawal(stage)).id,
  'withdrawal.approved': async (stage) => withdrawalThat(stage, 'approve', 'APPROVED'),
  'withdrawal.rejected': async (stage) => withdrawalThat(stage, 'reject', 'REJECTED'),
  'withdrawal.canceled': async (stage) => withdrawalThat(stage, 'cancel', 'CANCELED'),
  'receiver.active': async (stage) => receiverThat(stage, HOLDER, 'ACTIVE'),
  'receiver.rejected': async (stage) => receiverThat(stage, REJECTED_HOLDER, 'REJECTED'),
  'dispute.opened': disputedCharge,
  'dispute.won': async (stage) => chargeThat(stage, 'winDispute', 'APPROVED', await disputedCharge(stage)),
  'dispute.lost': lostDispute,
} as const satisfies Partial<Record<SellerEventType, (stage: Stage) => Promise<string>>>

/** What no fake provider does by itself, and when it comes. */
export const NOT_TRIGGERED = {
  'reconciliation.summary': 'it comes after midnight in Brasília, whatever was done',
} as const satisfies Record<Exclude<SellerEventType, keyof typeof DEEDS>, string>

const HOLDER = '529.982.247-25'
/** Whom the fake PAGARME rejects. */
const REJECTED_HOLDER = '000.000.001-91'

/** Where ASAAS has no such thing. */
const PROVIDERS: Partial<Record<keyof typeof DEEDS, string>> = {
  'withdrawal.canceled': 'ZENDRY',
  'receiver.active': 'PAGARME',
  'receiver.rejected': 'PAGARME',
}

export const TRIGGERS = Object.keys(DEEDS) as (keyof typeof DEEDS)[]

export interface Trigger {
  trilho: Trilho
  /** Of a test key: everything that it reaches is fake, on any server. */
  isTest: boolean
  sandbox: Sandbox
  event: string
  provider: string | undefined
}

/**
 * @returns the id of what was made.
 * @throws UsageError where there are no fake providers: with real ones money would move.
 */
export async function trigger({ trilho, isTest, sandbox, event, provider }: Trigger): Promise<string> {
  const known = TRIGGERS.find((name) => name === event)
  const reason = Object.entries(NOT_TRIGGERED).find(([name]) => name === event)?.[1]
  if (reason !== undefined) throw new UsageError(`${event} cannot be triggered: ${reason}`)
  if (!known) throw new UsageError(`${event} cannot be triggered; these can: ${TRIGGERS.join(', ')}`)
  if (!isTest) await assertFakeProviders(sandbox)
  const bank = isTest ? testBank(trilho) : localBank(trilho, sandbox)
  const account = await fakeAccount(trilho, isTest, provider ?? PROVIDERS[known] ?? 'ASAAS')
  return DEEDS[known]({ trilho, bank, account })
}

async function assertFakeProviders(sandbox: Sandbox): Promise<void> {
  await sandbox('GET', 'health').catch((error: unknown) => {
    if (!(error instanceof TrilhoApiError) || error.status !== 404) throw error
    throw new UsageError(
      'This Trilho has no fake providers for a live key: nothing is triggered where money would move. With a test key (trk_test_...) it works on any server',
    )
  })
}

async function fakeAccount(trilho: Trilho, isTest: boolean, provider: string): Promise<Stage['account']> {
  for await (const account of trilho.providerAccounts.list({ limit: 100 })) {
    const isFake = isTest || isLocal(account.baseUrl ?? '')
    if (account.provider === provider && account.enabled && isFake) return account
  }
  throw new UsageError(`There is no account at a fake ${provider}`)
}

async function newCharge({ trilho, account }: Stage): Promise<string> {
  const { id } = await trilho.charges.create({
    amount: AMOUNT,
    paymentMethod: 'PIX',
    providerAccountId: account.id,
    description: 'trilho trigger',
    customer: { name: 'Bia Compradora', email: 'bia@example.com', document: '52998224725', phone: '11987654321' },
  })
  await until(
    () => trilho.charges.get(id),
    ({ transactionId }) => transactionId !== null,
  )
  return id
}

async function paidCharge(stage: Stage): Promise<string> {
  return chargeThat(stage, 'pay', 'APPROVED', await newCharge(stage))
}

async function disputedCharge(stage: Stage): Promise<string> {
  return chargeThat(stage, 'dispute', 'CHARGEBACK', await paidCharge(stage))
}

/** What the buyer or the bank does with it at the provider, until we have heard. */
async function chargeThat(
  { trilho, bank }: Stage,
  deed: Parameters<Bank['charge']>[1],
  status: Charge['status'],
  id: string,
): Promise<string> {
  await bank.charge(id, deed)
  await until(
    () => trilho.charges.get(id),
    (charge) => charge.status === status,
  )
  return id
}

async function refund({ trilho }: Stage, chargeId: string, amount?: number): Promise<string> {
  const { id } = await trilho.charges.refund(chargeId, amount === undefined ? {} : { amount })
  return untilRefund(trilho, id, 'APPROVED')
}

async function untilRefund(trilho: Trilho, id: string, wanted: Refund['state']): Promise<string> {
  await until(
    () => trilho.refunds.get(id),
    ({ state }) => state === wanted,
  )
  return id
}

/** A refusal that comes at once is an error that names the refund. */
async function rejectedRefund(stage: Stage): Promise<string> {
  const chargeId = await paidCharge(stage)
  await stage.bank.charge(chargeId, 'refuseRefunds')
  const asked = await stage.trilho.charges.refund(chargeId).catch((error: unknown) => error as Error)
  if (asked instanceof TrilhoApiError && asked.problem?.disbursementId) return asked.problem.disbursementId
  if (asked instanceof Error) throw asked
  return untilRefund(stage.trilho, asked.id, 'REJECTED')
}

async function lostDispute(stage: Stage): Promise<string> {
  const chargeId = await disputedCharge(stage)
  const find = async () => (await stage.trilho.disputes.list({ chargeId })).data[0]
  const dispute = await until(find, (found) => found !== undefined)
  if (dispute) await stage.trilho.disputes.resolve(dispute.id, { state: 'LOST', note: 'trilho trigger' })
  return chargeId
}

/** One that awaits an approval is pending, and at no provider yet. */
async function newWithdrawal({ trilho, account }: Stage): Promise<Withdrawal> {
  const pix = { paymentMethod: 'PIX', pixKey: '529.982.247-25', pixType: 'CPF' } as const
  const { id } = await trilho.withdrawals.create({ ...pix, amount: AMOUNT, providerAccountId: account.id })
  return until(
    () => trilho.withdrawals.get(id),
    (withdrawal) => withdrawal.withdrawId !== null || awaitsApproval(withdrawal),
  )
}

const awaitsApproval = ({ approval }: Withdrawal) => approval?.state === 'awaited'

async function withdrawalThat(
  stage: Stage,
  deed: Parameters<Bank['withdrawal']>[1],
  status: Withdrawal['status'],
): Promise<string> {
  const withdrawal = await newWithdrawal(stage)
  const { id } = withdrawal
  if (awaitsApproval(withdrawal)) {
    throw new Error(
      `The withdrawal ${id} awaits a second operator's approval: set the platform's approvalAbove to null or at least ${AMOUNT}, and trigger again`,
    )
  }
  await stage.bank.withdrawal(id, deed)
  await until(
    () => stage.trilho.withdrawals.get(id),
    (withdrawal) => withdrawal.status === status,
  )
  return id
}

async function receiverThat({ trilho, account }: Stage, document: string, end: Receiver['status']): Promise<string> {
  const { id } = await trilho.receivers.create({
    name: 'Ana Souza',
    document,
    documentType: 'CPF',
    email: 'ana@example.com',
    address: {
      street: 'Avenida Paulista',
      number: '1000',
      zipcode: '01310-100',
      city: 'São Paulo',
      district: 'Bela Vista',
      state: 'SP',
    },
    bankAccount: {
      bankCode: '341',
      branchNumber: '1234',
      accountNumber: '56789',
      accountDigit: '0',
      accountType: 'CHECKING',
    },
    providerData: {
      mobilePhone: '11987654321',
      birthDate: '1980-03-25',
      incomeValue: 5000,
      professionalOccupation: 'Luthier',
    },
    providerAccountId: account.id,
  })
  await until(
    () => trilho.receivers.get(id),
    ({ status }) => status === end,
  )
  return id
}

async function until<T>(read: () => Promise<T>, holds: (found: T) => boolean): Promise<T> {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    const found = await read()
    if (holds(found)) return found
    if (Date.now() > end) throw new Error('It has not happened within a minute')
    await rest(ROUND_MS)
  }
}
