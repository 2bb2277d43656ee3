/** What was bought at the demo shop: the same for the same day, spread so that no two weeks look alike. */

export const PEOPLE = [
  ['Mariana Duarte', 'mariana.duarte', '11144477735'],
  ['Rafael Nogueira', 'rafael.nogueira', '37128465090'],
  ['Padaria Pão de Minas', 'contato.paodeminas', '11222333000181'],
  ['Beatriz Sampaio', 'beatriz.sampaio', '39053344705'],
  ['João Pedro Lima', 'joao.lima', '15350946056'],
  ['Camila Rocha', 'camila.rocha', '86288366757'],
  ['Studio Norte Arquitetura', 'financeiro.studionorte', '11444777000161'],
] as const
export const GOODS = [
  ['Assinatura anual', 14_990],
  ['Curso de fotografia', 49_700],
  ['Cadeira ergonômica', 129_900],
  ['Ingresso do festival', 8_950],
  ['Mentoria em grupo', 32_000],
  ['Consultoria de 2 horas', 60_000],
] as const

export type Fate = 'paid' | 'declined' | 'expired' | 'refunded' | 'partlyRefunded' | 'disputeLost' | 'disputeWon'

export interface Order {
  number: number
  /** When it was made, by the clock; then how long until it was settled, until what came after that, and until a dispute's end. Milliseconds. */
  at: number
  settledAfter: number
  moreAfter: number
  closedAfter: number
  method: 'PIX' | 'CREDIT_CARD' | 'BILLET'
  provider: string
  person: number
  good: number
  /** Integer cents. */
  amount: number
  installments: number
  fate: Fate
}

const DAYS = 60
const ORDERS = 96
const DAY = 86_400_000
const HOUR = 3_600_000
const MINUTE = 60_000
/** Of Brazil's clock, which has no summer time. */
const MIDNIGHT = 3 * HOUR
const GOLDEN = 0.618_033_988_75

/** From 0 to 1: spread evenly, without order. */
const spread = (number: number, seed: number) => ((number + 1) * GOLDEN * (seed + 1) + seed * 0.37) % 1

const PROVIDERS = {
  PIX: ['ASAAS', 'MERCADOPAGO', 'ZENDRY', 'PAGUESAFE', 'ASAAS'],
  CREDIT_CARD: ['ASAAS', 'MERCADOPAGO', 'PAGUESAFE'],
  BILLET: ['ASAAS', 'PAGUESAFE'],
} as const

/** Not every provider can refund through its API, expire an unpaid charge, or report a chargeback. */
const PLACES: Partial<Record<Fate, string>> = {
  refunded: 'ASAAS',
  partlyRefunded: 'ASAAS',
  expired: 'PAGUESAFE',
  disputeLost: 'PAGUESAFE',
  disputeWon: 'PAGUESAFE',
}

const DISPUTED: readonly Fate[] = ['disputeLost', 'disputeWon']
/** Those to which something happens after they were paid. */
const GOES_ON: readonly Fate[] = ['refunded', 'partlyRefunded', ...DISPUTED]

/** What an account holds at a time of the orders that nothing happened to after they were paid: at least so much. Integer cents. */
export function heldAt(orders: readonly Order[], account: string, time: number): number {
  const paid = orders.filter(
    ({ provider, fate, at, settledAfter }) => provider === account && fate === 'paid' && at + settledAfter <= time,
  )
  return paid.reduce((sum, { amount }) => sum + amount, 0)
}

/** The last one was yesterday at the latest, so that today is the visitor's own. */
export function ordersUntil(now: number): Order[] {
  const today = Math.floor((now - MIDNIGHT) / DAY) * DAY + MIDNIGHT
  return Array.from({ length: ORDERS }, (_, number): Order => {
    // More and more of them: the shop grows.
    const daysAgo = 1 + Math.floor((DAYS - 1) * (1 - ((number + spread(number, 3)) / ORDERS) ** 0.75))
    const method = methodOf(number)
    const good = Math.floor(spread(number, 5) * GOODS.length)
    const providers = PROVIDERS[method]
    const provider = providers[number % providers.length] ?? 'ASAAS'
    const fate = fateOf(number, method)
    const [settledAfter, moreAfter, closedAfter] = [settledIn(number, method, fate), (2 + (number % 3)) * DAY, 5 * DAY]
    // Nothing of it is still to come.
    const latest =
      now - HOUR - settledAfter - (GOES_ON.includes(fate) ? moreAfter : 0) - (DISPUTED.includes(fate) ? closedAfter : 0)
    return {
      number: 1040 + number,
      at: Math.min(latest, today - daysAgo * DAY + 8 * HOUR + Math.floor(spread(number, 1) * 14 * HOUR)),
      settledAfter,
      moreAfter,
      closedAfter,
      method,
      provider: PLACES[fate] ?? provider,
      person: Math.floor(spread(number, 2) * PEOPLE.length),
      good,
      amount: GOODS[good]?.[1] ?? 14_990,
      installments: method === 'CREDIT_CARD' ? ([1, 1, 3, 6][number % 4] ?? 1) : 1,
      fate,
    }
  }).toSorted((one, other) => one.at - other.at)
}

function methodOf(number: number): Order['method'] {
  if (number % 10 === 4) return 'BILLET'
  return number % 10 === 2 || number % 10 === 6 || number % 10 === 9 ? 'CREDIT_CARD' : 'PIX'
}

function fateOf(number: number, method: Order['method']): Fate {
  if (number === 33) return 'disputeLost'
  if (number === 61) return 'disputeWon'
  if (method === 'PIX' && number % 17 === 5) return 'refunded'
  if (method === 'PIX' && number % 31 === 8) return 'partlyRefunded'
  if (method === 'CREDIT_CARD') return number % 30 === 9 || number % 30 === 16 ? 'declined' : 'paid'
  return number % 7 === 3 ? 'expired' : 'paid'
}

function settledIn(number: number, method: Order['method'], fate: Fate): number {
  if (method === 'CREDIT_CARD') return 2_000
  if (fate === 'expired') return method === 'BILLET' ? 3 * DAY : 30 * MINUTE
  if (method === 'BILLET') return Math.floor((0.3 + spread(number, 7)) * DAY)
  return Math.floor(MINUTE * (0.6 + 9 * spread(number, 4) ** 2))
}
