/** Some weeks of a shop, so that every page has something to show: made through the API, moved at the fake providers, then into the past. */
import postgres from 'postgres'
import { defined } from '../../domain/defined.ts'
import { GOODS, heldAt, type Order, ordersUntil, PEOPLE } from './demo-orders.ts'
import { type Moment, momentNow, moveCharge, moveReceiver, moveWithdrawal } from './demo-past.ts'
import { readPicture } from './demo-pictures.ts'
import { makeDemoProducts } from './demo-product.ts'
import { RECEIVERS } from './demo-receivers.ts'
import { type DemoShop, demoShop, until } from './demo-shop.ts'

const DAY = 86_400_000
const MINUTE = 60_000
const AT_ONCE = 8
/** No real contact: mail to `.example` goes nowhere, and the telephone is all zeros. */
const LOOK = { brandColor: '#0f766e', supportEmail: 'ajuda@loja-demo.example', supportPhone: '(11) 90000-0000' }

interface Made {
  id: string
  status: string
  provider: string | null
  transactionId: string | null
}

interface Where {
  app: string
  sandbox: string
  database: string
}

/**
 * Whether the product was started by a user, not by a program that counts rows. It needs a PostgreSQL server that is ours alone.
 * `TRILHO_DEMO_HISTORY` decides otherwise.
 */
export function wantsDemoHistory(env: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  if (env.DATABASE_URL || env.TEMPORAL_ADDRESS) return false
  if (env.TRILHO_DEMO_HISTORY) return env.TRILHO_DEMO_HISTORY === 'true'
  return isTerminal && !env.TRILHO_ADMIN_API_KEY
}

/**
 * Resolves with the number of charges, once there are some weeks of them; 0 if the shop has charges already, or a user has begun to
 * use it. PostgreSQL must be ours: only a superuser can change times in histories.
 */
export async function makeDemoHistory(where: Where, adminApiKey: string): Promise<number> {
  const shop = demoShop(where, adminApiKey)
  const { data: there } = await shop.call<{ data: object[] }>('GET', '/v1/charges?limit=1')
  if (there.length > 0) return 0
  const sql = postgres(where.database, { max: AT_ONCE, onnotice: () => {} })
  try {
    const accounts = await accountsOf(shop)
    const now = Date.now()
    await dress(shop)
    await Promise.all([makeDemoProducts(shop), makeReceivers(shop, sql, accounts, now)])
    const orders = ordersUntil(now)
    await inTurn(orders, (order) => carryOut(shop, sql, accounts, order))
    await makeWithdrawals(shop, sql, { accounts, orders }, now)
    return orders.length
  } finally {
    await sql.end()
  }
}

type Accounts = ReadonlyMap<string, string>

async function accountsOf(shop: DemoShop): Promise<Accounts> {
  type List = { data: { id: string; provider: string }[] }
  const { data } = await shop.call<List>('GET', '/v1/provider-accounts?limit=100')
  return new Map(data.map(({ id, provider }) => [provider, id]))
}

/** The shop's logo and colour on its pages for buyers, and how it is reached. */
async function dress(shop: DemoShop): Promise<void> {
  const { data } = await shop.call<{ data: { id: string }[] }>('GET', '/v1/platforms?limit=1')
  const logoUrl = await shop.upload(readPicture('logo.webp'))
  await shop.call('PATCH', `/v1/platforms/${data[0]?.id}`, { ...LOOK, logoUrl })
}

/** A few at a time, in their order. */
async function inTurn<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = all.values()
  const worker = async () => {
    for (const one of left) await work(one)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

async function carryOut(shop: DemoShop, sql: postgres.Sql, accounts: Accounts, order: Order): Promise<void> {
  const made = momentNow(order.at)
  const { id } = await ask(shop, accounts, order)
  const read = () => shop.call<Made>('GET', `/v1/charges/${id}`)
  // On a busy machine, our answer may arrive before the provider's.
  const charge = await until(read, ({ transactionId, status }) => transactionId !== null || status !== 'PENDING')
  const becomes = (status: string) => until(read, (seen) => seen.status === status)
  const act = (action: string) =>
    shop.act('transactions', { provider: charge.provider ?? '', id: charge.transactionId ?? '' }, action)
  const later: Moment[] = []
  const settledAt = order.at + order.settledAfter
  const settle = async (action: string, status: string) => {
    later.push(momentNow(settledAt))
    if (charge.status === 'PENDING') await act(action)
    await becomes(status)
  }
  switch (order.fate) {
    case 'declined':
      await becomes('REJECTED')
      break
    case 'expired':
      await settle('expire', 'REJECTED')
      break
    case 'paid':
      await settle('pay', 'APPROVED')
      break
    case 'refunded':
    case 'partlyRefunded': {
      await settle('pay', 'APPROVED')
      later.push(momentNow(settledAt + order.moreAfter))
      const amount = order.fate === 'refunded' ? {} : { amount: Math.round(order.amount / 4) }
      const refund = await shop.call<{ refundId: string; id: string }>('POST', `/v1/charges/${id}/refunds`, amount)
      await until(
        () => shop.call<{ state: string }>('GET', `/v1/refunds/${refund.id}`),
        ({ state }) => state !== 'PENDING',
      )
      break
    }
    case 'disputeLost':
    case 'disputeWon': {
      await settle('pay', 'APPROVED')
      later.push(momentNow(settledAt + order.moreAfter))
      await act('chargeback')
      await becomes('CHARGEBACK')
      later.push(momentNow(settledAt + order.moreAfter + order.closedAfter))
      if (order.fate === 'disputeWon') {
        await act('win')
        await becomes('APPROVED')
      } else await loseDispute(shop, id)
      break
    }
  }
  await moveCharge(sql, id, [made, ...later])
}

async function loseDispute(shop: DemoShop, chargeId: string): Promise<void> {
  const { data } = await shop.call<{ data: { id: string }[] }>('GET', `/v1/disputes?chargeId=${chargeId}`)
  await shop.call('POST', `/v1/disputes/${data[0]?.id}/resolve`, {
    state: 'LOST',
    note: 'O banco deu razão ao portador.',
  })
}

/** A decline at once is an answer, with the charge among the list's. */
async function ask(shop: DemoShop, accounts: Accounts, order: Order): Promise<Made> {
  const { method, provider, person, good, amount, number } = order
  const [name, mailbox, document] = PEOPLE[person % PEOPLE.length] ?? PEOPLE[0]
  const [title] = GOODS[good % GOODS.length] ?? GOODS[0]
  const customer = { name, email: `${mailbox}@exemplo.com.br`, document, phone: '11912345678' }
  const providerAccountId = accounts.get(provider) ?? ''
  const orderId = `PED-${number}`
  const card = order.fate === 'declined' ? '4000000000000002' : '4111111111111111'
  const saved =
    method === 'CREDIT_CARD'
      ? await shop.call<{ cardId: string }>('POST', '/v1/cards', {
          cardNumber: card,
          holderName: name.toUpperCase().normalize('NFD').replace(/\p{M}/gu, ''),
          holderDocument: document,
          expMonth: '11',
          expYear: '2031',
          cvv: '123',
          providerAccountId,
        })
      : undefined
  const asked = shop.call<Made>('POST', '/v1/charges', {
    amount,
    paymentMethod: method,
    items: [{ title, unitPrice: amount, quantity: 1 }],
    customer,
    orderId,
    providerAccountId,
    ...(saved ? { cardId: saved.cardId, installments: order.installments } : {}),
    ...defined({ address: method === 'PIX' ? undefined : ADDRESS }),
  })
  const made = await asked.catch((error: unknown) => {
    if (order.fate !== 'declined') throw error
  })
  if (made) return made
  const { data } = await shop.call<{ data: Made[] }>('GET', `/v1/charges?orderId=${orderId}`)
  const [declined] = data
  if (!declined) throw new Error(`${orderId} is in no list`)
  return declined
}

const ADDRESS = {
  zipCode: '01310100',
  address: 'Avenida Paulista',
  number: '1578',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
}

const WITHDRAWN_FROM = 'ASAAS'
/** Of what the account holds; the rest stays there for refunds. */
const WITHDRAWN_SHARE = 0.8
const WITHDRAWN_IN = 100_00

/** About every second Friday. */
const WITHDRAWALS = [
  { daysAgo: 52, action: 'settle' },
  { daysAgo: 38, action: 'settle' },
  { daysAgo: 31, action: 'reject' },
  { daysAgo: 24, action: 'settle' },
  { daysAgo: 10, action: 'settle' },
  { daysAgo: 3, action: 'settle' },
] as const

async function makeWithdrawals(
  shop: DemoShop,
  sql: postgres.Sql,
  { accounts, orders }: { accounts: Accounts; orders: readonly Order[] },
  now: number,
): Promise<void> {
  let paidOut = 0
  for (const { daysAgo, action } of WITHDRAWALS) {
    const at = now - daysAgo * DAY
    const held = heldAt(orders, WITHDRAWN_FROM, at) - paidOut
    const amount = Math.floor((held * WITHDRAWN_SHARE) / WITHDRAWN_IN) * WITHDRAWN_IN
    if (amount === 0) continue
    if (action === 'settle') paidOut += amount
    const asked = momentNow(at)
    const made = await shop.call<{ id: string; withdrawId: string | null; provider: string }>(
      'POST',
      '/v1/withdrawals',
      {
        amount,
        paymentMethod: 'PIX',
        pixKey: action === 'reject' ? 'conta.antiga@exemplo.com.br' : '11444777000161',
        pixType: action === 'reject' ? 'EMAIL' : 'CNPJ',
        name: 'Loja Demo Comércio Ltda',
        document: '11444777000161',
        documentType: 'CNPJ',
        description: 'Repasse da quinzena',
        withdrawReference: `REPASSE-${daysAgo}`,
        providerAccountId: accounts.get(WITHDRAWN_FROM),
      },
    )
    const read = () => shop.call<{ status: string; withdrawId: string | null }>('GET', `/v1/withdrawals/${made.id}`)
    const { withdrawId } = await until(read, (seen) => seen.withdrawId !== null)
    const settled = momentNow(at + 7 * MINUTE)
    await shop.act('withdrawals', { provider: WITHDRAWN_FROM, id: withdrawId ?? '' }, action)
    await until(read, ({ status }) => status !== 'PENDING')
    await moveWithdrawal(sql, made.id, [asked, settled])
  }
}

async function makeReceivers(shop: DemoShop, sql: postgres.Sql, accounts: Accounts, now: number): Promise<void> {
  for (const { mailbox, daysAgo, ...person } of RECEIVERS) {
    const made = momentNow(now - daysAgo * DAY)
    const { id } = await shop.call<{ id: string }>('POST', '/v1/receivers', {
      ...person,
      email: `${mailbox}@exemplo.com.br`,
      address: {
        street: ADDRESS.address,
        number: '1578',
        zipcode: '01310100',
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
      providerAccountId: accounts.get('PAGARME'),
    })
    await until(
      () => shop.call<{ status: string }>('GET', `/v1/receivers/${id}`),
      ({ status }) => status !== 'PENDING',
    )
    await moveReceiver(sql, id, [made])
  }
}
