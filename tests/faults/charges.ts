/** A charge's life: the seller asks, the buyer pays or does not, money goes back by us, by the provider, or by a bank. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Charge } from '../../api/schemas/charge.ts'
import { ADDRESS } from '../support/address.ts'
import type { SandboxTransaction } from '../support/sandbox-client.ts'
import { whatBecame } from './answers.ts'
import { ask, askOnceMore, madeBy } from './asking.ts'
import { cardNumberOf } from './cards.ts'
import { hurried } from './hurry/pace.ts'
import { loseDispute, misjudge } from './operators.ts'
import type { BuyerStep, Cell, ChargeLife } from './plan.ts'
import { BEGINS, GIVES_BACK, READS_PAYMENT } from './plan-operations.ts'
import { arm, type Deed, emailOf, killMeanwhile, SECOND_THOUGHTS_MS, untilFound, type World } from './world.ts'

const APPROVAL_PATIENCE_MS = 90_000
/** No operator decides a dispute before it is known; what is read in its first ten seconds may be from before it. */
const DISPUTE_MS = hurried(10_000) + 2_000
/** Some a charge never hears of: it has another payment. */
const HEARING_MS = 60_000
const CARD = {
  holderName: 'MARIA SILVA',
  holderDocument: '529.982.247-25',
  expMonth: '7',
  expYear: '39',
  cvv: '739',
} as const
const CUSTOMER = {
  name: 'Maria Silva',
  document: '52998224725',
  phone: '11987654321',
} as const

const atOnce = ({ operation, fault }: Cell) => BEGINS.includes(operation) || fault === 'webhookBeforeResponse'

export async function liveCharge(world: World, deed: Deed, life: ChargeLife): Promise<void> {
  await arm(world, deed, atOnce)
  const card = life.method === 'CREDIT_CARD' ? await saveCard(world, life) : {}
  const { key, amount, method, routed, servers, again, givesUp, provider } = life
  const body = {
    amount,
    paymentMethod: method,
    installments: life.installments,
    customer: { ...CUSTOMER, email: emailOf(life) },
    address: ADDRESS,
    customerIp: '203.0.113.7',
    orderId: key,
    webhookUrl: world.sellerUrl,
    ...card,
    ...(routed ? {} : { providerAccountId: world.accounts.get(provider) }),
  }
  const asked = ask(world, { key, path: '/v1/charges', body, servers, again, givesUp })
  deed.asked = asked
  const killing = killMeanwhile(world, deed)
  if (!life.eagerBuyer) await asked.done
  const buying = life.paysTwice ? payTwice(world, deed, life) : actAsBuyer(world, deed, life)
  await Promise.all([buying, asked.done.then(() => afterwards(world, deed, life)), killing])
  await askOnceMore(world, asked)
}

async function saveCard(world: World, { provider, index }: ChargeLife): Promise<{ cardId: string }> {
  const body = { ...CARD, cardNumber: cardNumberOf(index), providerAccountId: world.accounts.get(provider) }
  const saved = await untilFound(world, async () => {
    const { status, body: card } = await world.product.call<{ cardId: string }>('POST', '/v1/cards', body)
    return status === 201 ? card.cardId : undefined
  })
  return { cardId: saved ?? '' }
}

async function actAsBuyer(world: World, deed: Deed, life: ChargeLife): Promise<void> {
  if (life.buyer.length === 0) return
  const found = await untilFound(world, async () => (await world.transactionsOf(life.amount))[0])
  if (!found) return
  for (const [number, step] of life.buyer.entries()) {
    if (step === 'win' || step === 'lose') await disputed(world, deed)
    else if (number > 0) await sleep(life.eagerBuyer ? 0 : SECOND_THOUGHTS_MS)
    await arm(world, deed, (cell) => isDueAt(cell, life, number))
    if (isReadWithoutNotice(life, number)) await arm(world, withNoNotice(deed, found), () => true)
    if (!(await act(world, deed, found, step))) return
  }
}

/** A bank decides days after it took the money back: that is heard of by then, however busy the machine. */
async function disputed({ product }: World, deed: Deed): Promise<void> {
  for (const since = Date.now(); Date.now() - since < HEARING_MS; await sleep(1_000)) {
    const id = deed.asked && madeBy(deed.asked)
    const read = id && (await product.call<Charge>('GET', `/v1/charges/${id}`).catch(() => undefined))
    if (read && read.body.status === 'CHARGEBACK') break
  }
  await sleep(DISPUTE_MS)
}

/** What was made first is taken for not made, and both are paid. */
async function payTwice(world: World, deed: Deed, life: ChargeLife): Promise<void> {
  await misjudge(world, deed)
  const both = await untilFound(world, async () => {
    const codes = await world.transactionsOf(life.amount)
    return codes.length > 1 ? codes : undefined
  })
  for (const code of both ?? []) await act(world, deed, code, 'pay')
}

/** A fault of notices shows at the last one, half of the losses at the payment, a fault of reading once there is something to read. */
function isDueAt(cell: Cell, { buyer, index }: ChargeLife, number: number): boolean {
  const { operation } = cell
  const isPayment = buyer[number] === 'pay'
  if (READS_PAYMENT.includes(operation)) return isPayment
  if (atOnce(cell) || GIVES_BACK.includes(operation) || operation === 'cancelTransaction') return false
  if (operation === 'findChargeback') return buyer[number] === 'chargeback'
  return cell.fault === 'noWebhook' && index % 2 === 0 ? isPayment : number === buyer.length - 1
}

/** Half of those who meet a fault of reading pay without a notice, so that only reading can tell. */
function isReadWithoutNotice({ cells, index, buyer }: ChargeLife, number: number): boolean {
  return (
    number === 0 &&
    buyer.length === 1 &&
    index % 2 === 0 &&
    cells.some(({ operation }) => READS_PAYMENT.includes(operation))
  )
}

function withNoNotice(deed: Deed, { provider }: SandboxTransaction): Deed {
  const cell: Cell = { provider, operation: 'webhook', fault: 'noWebhook', times: 1, delayMs: 0 }
  return { ...deed, life: { ...deed.life, cells: [cell] } }
}

/** @returns whether the provider let it happen. */
async function act(world: World, deed: Deed, transaction: SandboxTransaction, step: BuyerStep): Promise<boolean> {
  try {
    if (step === 'lose') await loseDispute(world, deed)
    else if (step === 'refundPart') await world.sandbox.act(transaction, 'refund', Math.floor(transaction.amount * 0.4))
    else await world.sandbox.act(transaction, step)
    deed.acted.push(step)
    return true
  } catch (error) {
    deed.notes.push(`${step}: ${error instanceof Error ? error.message : error}`)
    return false
  }
}

async function afterwards(world: World, deed: Deed, life: ChargeLife): Promise<void> {
  const chargeId = deed.asked && madeBy(deed.asked)
  if (chargeId === undefined || chargeId === null) return
  if (life.canceled) {
    await arm(world, deed, ({ operation }) => operation === 'cancelTransaction')
    const path = `/v1/operations/${encodeURIComponent(`charge/${chargeId}`)}/cancel`
    deed.notes.push(`cancel: ${await whatBecame(world.product.call('POST', path))}`)
  }
  if (life.refunds.length > 0) await refund(world, deed, life, chargeId)
}

async function refund(world: World, deed: Deed, life: ChargeLife, chargeId: string): Promise<void> {
  const approved = await untilFound(
    world,
    async () => {
      const { body } = await world.product.call<{ status: string }>('GET', `/v1/charges/${chargeId}`)
      return body.status === 'APPROVED' ? true : undefined
    },
    APPROVAL_PATIENCE_MS,
  )
  if (!approved) return
  await arm(world, deed, ({ operation }) => GIVES_BACK.includes(operation))
  const ending = endRefund(world, life)
  for (const { key, amount } of life.refunds) {
    const path = `/v1/charges/${chargeId}/refunds`
    const body = amount === null ? {} : { amount }
    const asked = ask(world, { key, path, body, servers: life.servers, again: false, givesUp: false })
    deed.refunds.push(asked)
    if (!life.racing) await asked.done
  }
  await Promise.all([...deed.refunds.map(({ done }) => done), ending])
}

/** What is in progress ends a little later, one time in three by being denied. */
async function endRefund(world: World, { cells, amount, index }: ChargeLife): Promise<void> {
  if (!cells.some(({ fault }) => fault === 'refundInProgress')) return
  await untilFound(world, async () => {
    const [transaction] = await world.transactionsOf(amount)
    if (!transaction) return undefined
    await sleep(SECOND_THOUGHTS_MS)
    await world.sandbox.endRefund(transaction, index % 3 === 0 ? 'deny' : 'settle')
    return true
  })
}
