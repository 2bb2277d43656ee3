/** A charge's life, drawn. */
import type { PaymentMethod } from '../../domain/payment-method.ts'
import type { BuyerStep, ChargeLife, Common, RefundWish, Terrain } from './plan.ts'
import { drawCells, drawFailover, lostAt } from './plan-cells.ts'
import { drawCommon, FAULTY_SHARE } from './plan-common.ts'
import { operationsOnVoid } from './plan-operations.ts'
import type { Random } from './random.ts'
import { CHARGING, MOST_INSTALLMENTS, TAKEN_IN_TURN, TWICE, TWICE_FROM } from './terrain.ts'

export function drawCharge(random: Random, index: number, terrain: Terrain): ChargeLife {
  if (random.chance(0.04)) return drawTwice(random, index, terrain)
  const provider = random.pick(Object.keys(CHARGING))
  const seat = CHARGING[provider]
  const method = random.pick<PaymentMethod>(['PIX', ...(seat?.methods ?? [])])
  const common = drawCommon(random, index, provider, terrain.size)
  const installments = method === 'CREDIT_CARD' && seat?.plans ? random.pick([1, 1, 2, MOST_INSTALLMENTS]) : 1
  const isPlan = installments > 1
  const buyer = drawBuyer(random, method, returnsAt(provider, terrain, isPlan))
  const isPaid = buyer.length === 1 && buyer[0] === 'pay'
  const canGoBack = seat?.refund && !(seat.keepsBoletos && method === 'BILLET')
  const refunds = canGoBack && isPaid && random.chance(0.6)
  const [first, next] = TAKEN_IN_TURN
  const life: ChargeLife = {
    ...common,
    kind: 'charge',
    method,
    installments,
    // Routing asks in this order: only there does it know where the charge will be asked for.
    routed: provider === first && method === 'PIX' && random.chance(0.5),
    paysTwice: false,
    buyer,
    eagerBuyer: random.chance(0.4),
    canceled: !refunds && random.chance(0.12),
    refunds: refunds ? drawRefunds(random, common, isPlan || seat?.wholeOnly === true) : [],
    racing: random.chance(0.5),
  }
  if (life.routed && random.chance(0.4)) return { ...life, cells: drawFailover(random, first, next) }
  if (!random.chance(FAULTY_SHARE)) return life
  const ofVoid = life.canceled && random.chance(0.7) ? operationsOnVoid(life, terrain.operations) : []
  return { ...life, cells: drawCells(random, terrain, life, ofVoid.length > 0 ? ofVoid : undefined) }
}

/** An operator takes what was made for not made, the next provider makes another one, and the buyer pays both. */
function drawTwice(random: Random, index: number, { size }: Terrain): ChargeLife {
  const [provider] = TWICE
  const common = drawCommon(random, index, provider, size)
  return {
    ...common,
    amount: TWICE_FROM + index,
    kind: 'charge',
    method: 'PIX',
    installments: 1,
    routed: true,
    paysTwice: true,
    buyer: ['pay'],
    eagerBuyer: false,
    canceled: false,
    refunds: [],
    racing: false,
    givesUp: false,
    cells: [lostAt(provider)],
  }
}

/** How money goes back by others than us. That a part of it did is found by a reading, where that tells of parts; a plan has parts of its own. */
const returnsAt = (provider: string, { readsAfterEnd }: Terrain, isPlan: boolean): BuyerStep[][] => [
  ['refund'],
  ['chargeback'],
  ['chargeback', 'win'],
  ['chargeback', 'lose'],
  ...(readsAfterEnd && CHARGING[provider]?.tellsOfParts && !isPlan
    ? [['refundPart' as const], ['refundPart' as const, 'refund' as const]]
    : []),
]

function drawBuyer(random: Random, method: PaymentMethod, returns: BuyerStep[][]): BuyerStep[] {
  const returned = random.pick(returns)
  if (method === 'CREDIT_CARD') return ['pay', ...(random.chance(0.6) ? returned : [])]
  return random.pick<BuyerStep[]>([
    ['pay'],
    ['pay'],
    ['pay'],
    ['pay', ...returned],
    ['pay', ...returned],
    ['refuse'],
    ['expire'],
    ['expire', 'pay'],
    [],
  ])
}

function drawRefunds(random: Random, { key, amount }: Common, wholeOnly: boolean): RefundWish[] {
  const part = (share: number) => Math.floor(amount * share)
  const drawn = random.pick<(number | null)[]>([
    [null],
    [part(0.3)],
    [part(0.3), part(0.2)],
    [part(0.3), null],
    // Together more than there is: one of them must be refused.
    [part(0.6), part(0.7)],
  ])
  const amounts = wholeOnly ? [null] : drawn
  return amounts.map((wish, number) => ({ key: `${key}-refund-${number}`, amount: wish }))
}
