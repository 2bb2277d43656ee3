/** What a provider's own books must show of the requests that the tests make, written out by hand from the specification. */
import type { PaymentMethod } from '../../domain/payment-method.ts'
import type { Split } from '../../domain/transaction.ts'

const DAY = 86_400
const days = (count: number) => count * DAY

/** Seconds for which a Pix can be paid; a day where it is not said. */
const PIX_SECONDS: Readonly<Record<string, number>> = {
  CELCOIN: days(5),
  NEWLEVEL: days(2),
  OWENPAY: 3600,
  PRIMEPAG: 1800,
  SYNCPAY: days(2),
  WALLETZ: 8000,
}
/** Days for which a boleto can be paid; three where it is not said. */
const BOLETO_DAYS: Readonly<Record<string, number>> = {
  CELCOIN: 5,
  IUGU: 1,
  IUGUBAAS: 1,
  MAKEYOURBANK: 7,
  PAGARME: 5,
  PAGARMEBAAS: 5,
  TRANSFEERA: 1,
}
/** Days for which a card's charge can be paid, where it has a due date. */
const CARD_DAYS: Readonly<Record<string, number>> = { ASAAS: 365, CELCOIN: 0, IUGU: 1, IUGUBAAS: 1 }
/** They take a date: what is due can be paid until that day ends in Brazil. */
const DATED: Readonly<Record<string, readonly PaymentMethod[]>> = {
  ABMEX: ['BILLET'],
  ASAAS: ['PIX', 'CREDIT_CARD', 'BILLET'],
  CELCOIN: ['CREDIT_CARD', 'BILLET'],
  FIREBANK: ['PIX'],
  IUGU: ['PIX', 'CREDIT_CARD', 'BILLET'],
  IUGUBAAS: ['PIX', 'CREDIT_CARD', 'BILLET'],
  SUITPAY: ['PIX', 'BILLET'],
  TRANSFEERA: ['BILLET'],
}
/** Their requests say no deadline: they have one of their own. */
const OWN_DEADLINE = [
  'ABMEX',
  'ABMEXSPLIT',
  'ARKAMA',
  'AXISBANK',
  'BRAVIVE',
  'CASHTIME',
  'EZZEBANK',
  'HUNTERPAY',
  'NOXPAY',
  'PLUGGO',
  'PLUGGOU',
  'PRONTTUS',
  'RAPDYN',
  'REFLOW2',
  'REFLOWPAY',
  'SYNCPAY',
  'VEXYPAYMENTS',
  'WITETEC',
]
/** They are told where webhooks go when the account is set up, not in a request. */
const ADDRESS_SET_UP = [
  'ASAAS',
  'BMB',
  'BRAVIVE',
  'CELCOIN',
  'EZZEBANK',
  'FIREBANK',
  'FLOW2PAY',
  'ONZ',
  'PAGARME',
  'PAGARMEBAAS',
  'PLUGGO',
  'PLUGGOU',
  'PODPAY',
  'PRIMEPAG',
  'PRONTTUS',
  'RAPDYN',
  'SIMPAY',
  'TRANSFEERA',
  'TREEAL',
  'VOLUTI',
  'WITETEC',
  'ZENDRY',
  'ZENET',
]
/** A refund gives back everything: the amount cannot be said. */
const WHOLE_REFUNDS = ['ARKAMA', 'FAIRPAY', 'FIREBANK', 'HUNTERPAY', 'RAPDYN', 'SUITPAY', 'TREEAL', 'UNICOPAY']
/** A sale in installments is given back at ASAAS with all of them; of a part at CELCOIN nothing is documented. */
const WHOLE_REFUNDS_BY: Partial<Record<PaymentMethod, readonly string[]>> = {
  PIX: ['IUGU', 'IUGUBAAS'],
  CREDIT_CARD: ['ASAAS', 'CELCOIN'],
}
/** Brands of the `/v1/transactions` white label: a share is an amount. */
const WHITE_LABEL = [
  'AKTAPAY',
  'FAIRPAY',
  'GATYWAY',
  'HAWKPAY',
  'HORIZONBANK',
  'KUBERFINANCE',
  'LORDSCASH',
  'LORDSPAY',
  'LUMION',
  'LYNXPAY',
  'MAKEYOURBANK',
  'NEXTPAY',
  'ORBITA',
  'PAGO',
  'PAGOUAI',
  'PAGUESAFE',
  'PAYBER',
  'PAYROYAL',
  'PAYSHARKGATEWAY',
  'PAYUP',
  'PIXIUM',
  'PODPAY2',
  'ROYALPAY',
  'SAQPAY',
  'SPACEFY',
  'TRANSAC',
  'VIATECH',
  'VILLET',
  'WALLETZ',
  'XITBANK',
]
const BOTH = ['FIXED', 'PERCENTAGE'] as const
const SPLITS: Readonly<Record<string, readonly Split['type'][]>> = {
  ABMEXSPLIT: BOTH,
  ASAAS: BOTH,
  IUGU: BOTH,
  PAGARME: BOTH,
  PAGARMEBAAS: BOTH,
  SYNCPAY: ['PERCENTAGE'],
}
/** Whatever is asked, the card is charged at once. */
const ONE_INSTALLMENT = ['LYNXPAY', 'WITETEC']

/** Nothing about them is out of the ordinary. */
const PLAIN = [
  'ABMEXPAY',
  'CRMCOIN',
  'LEXXEN',
  'MEDIUS',
  'MERCADOPAGO',
  'PAGNET',
  'PAGSTAR',
  'ROYALTY',
  'VELTRAX',
  'VENIT',
  'VENITIP',
]
const KNOWN = new Set([
  ...PLAIN,
  ...WHITE_LABEL,
  ...OWN_DEADLINE,
  ...ADDRESS_SET_UP,
  ...WHOLE_REFUNDS,
  ...[PIX_SECONDS, BOLETO_DAYS, CARD_DAYS, DATED, SPLITS].flatMap(Object.keys),
])

/** Null for a provider whose terms are not written down. */
export function termsOf(code: string, method: PaymentMethod) {
  if (!KNOWN.has(code)) return null
  const installments = method === 'CREDIT_CARD' ? 3 : 1
  const types = SPLITS[code] ?? (WHITE_LABEL.includes(code) ? (['FIXED'] as const) : [])
  return {
    asked: {
      installments,
      ...(types.length > 0 ? { splits: types.map(splitOf) } : {}),
    },
    installments: ONE_INSTALLMENT.includes(code) ? 1 : installments,
    shares: types.map((type) => ({
      recipient: `re_${type}`,
      ...(type === 'FIXED' ? { cents: 1000 } : { percent: 10 }),
    })),
    namesAddress: !ADDRESS_SET_UP.includes(code),
    refundsParts: !WHOLE_REFUNDS.includes(code) && !WHOLE_REFUNDS_BY[method]?.includes(code),
    deadline: deadlineOf(code, method),
    /** What we tell the buyer, whether the provider or we decided it. */
    payableUntil: (now: string) => after(now, PIX_SECONDS[code] ?? DAY),
  }
}

const splitOf = (type: Split['type']): Split => ({
  recipientId: `re_${type}`,
  type,
  amount: type === 'FIXED' ? 1000 : 10,
})

/** Gives the instant in ISO 8601 UTC by the time of the request; null where the request says none. */
function deadlineOf(code: string, method: PaymentMethod): ((now: string) => string) | null {
  const isDated = DATED[code]?.includes(method) ?? false
  if (isDated) return (now) => endOfDay(after(now, secondsOf(code, method)))
  const says = method === 'PIX' ? !OWN_DEADLINE.includes(code) : method === 'BILLET' && code !== 'WITETEC'
  return says ? (now) => after(now, secondsOf(code, method)) : null
}

function secondsOf(code: string, method: PaymentMethod): number {
  switch (method) {
    case 'PIX':
      return PIX_SECONDS[code] ?? DAY
    case 'BILLET':
      return days(BOLETO_DAYS[code] ?? 3)
    case 'CREDIT_CARD':
      return days(CARD_DAYS[code] ?? 0)
  }
}

const after = (now: string, seconds: number) => new Date(Date.parse(now) + seconds * 1000).toISOString()

/** Of the day in Brazil. */
const endOfDay = (at: string) => after(after(at, -3 * 3600).slice(0, 10), 27 * 3600 - 1)
