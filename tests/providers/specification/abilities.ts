/**
 * What each provider of the catalogue can do, kept by hand: what the specification and the providers' documentation name, and where both
 * are silent what we have chosen to build. An ability that an adapter loses would take its own tests with it.
 */
import type { AmountUnit, Provider } from '../../../providers/contract.ts'

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Whom these tables know. One that is new is held to what its own file declares until it stands here. */
export const LISTED = words(`
    ABMEX ABMEXPAY ABMEXSPLIT AKTAPAY ARKAMA ASAAS AXISBANK BMB BRAVIVE CASHTIME CELCOIN CRMCOIN EZZEBANK FAIRPAY
    FIREBANK FLOW2PAY GATYWAY HAWKPAY HORIZONBANK HUNTERPAY IUGU IUGUBAAS KUBERFINANCE LEXXEN LORDSCASH LORDSPAY
    LUMION LYNXPAY MAKEYOURBANK MEDIUS MERCADOPAGO NEWLEVEL NEXTPAY NOXPAY ONZ ORBITA OWENPAY PAGARME PAGARMEBAAS
    PAGNET PAGO PAGOUAI PAGSTAR PAGUESAFE PAYBER PAYROYAL PAYSHARKGATEWAY PAYUP PIXIUM PLUGGO PLUGGOU PODPAY PODPAY2
    PRIMEPAG PRONTTUS RAPDYN REFLOW2 REFLOWPAY ROYALPAY ROYALTY SAQPAY SIMPAY SPACEFY SUITPAY SYNCPAY TRANSAC
    TRANSFEERA TREEAL ULTRAGATE UNICOPAY VELTRAX VENIT VENITIP VEXYPAYMENTS VIATECH VILLET VOLUTI WALLETZ WITETEC
    XITBANK ZENDRY ZENET
`)
export const isListed = (code: string) => LISTED.includes(code)

/** The specification lists it as empty. Every other one charges by Pix, and posts. */
export const EMPTY = words('ULTRAGATE')
/** They post, and cannot be asked. */
export const UNREADABLE = words('FIREBANK FLOW2PAY')

/** Operations that only some have. Who withdraws and who refunds follows from the methods below. */
export const OPERATIONS_OF = {
  readWithdraw: words(`
    ASAAS AXISBANK BRAVIVE EZZEBANK GATYWAY IUGU LEXXEN NOXPAY ONZ ORBITA OWENPAY PAGARME PAGARMEBAAS PAGOUAI
    PAYSHARKGATEWAY PODPAY PODPAY2 PRIMEPAG REFLOW2 REFLOWPAY SIMPAY SUITPAY SYNCPAY TRANSFEERA TREEAL VELTRAX
    VEXYPAYMENTS VILLET VOLUTI WITETEC ZENDRY
  `),
  createReceiver: words('ABMEXSPLIT ASAAS IUGU PAGARME PAGARMEBAAS VILLET'),
  readReceiver: words('ABMEXSPLIT ASAAS IUGU PAGARME PAGARMEBAAS VILLET'),
  tokenizeCard: words('GATYWAY IUGU IUGUBAAS LYNXPAY PAGARME PAGARMEBAAS'),
  buildCardId: words(`
    ABMEXSPLIT ASAAS CELCOIN HORIZONBANK MERCADOPAGO ORBITA PAGARME PAGARMEBAAS PAGOUAI PAGUESAFE PAYSHARKGATEWAY PIXIUM
    PODPAY2 SUITPAY UNICOPAY WITETEC
  `),
  readBalance: words(`
    ASAAS AXISBANK NEWLEVEL NOXPAY PAGARME PAGARMEBAAS PAGNET ROYALTY SIMPAY SYNCPAY TRANSFEERA VILLET
  `),
  cancelTransaction: words(`
    ASAAS CELCOIN IUGU IUGUBAAS MERCADOPAGO ONZ PODPAY TREEAL VOLUTI ZENET
  `),
  readRefund: words('ASAAS MERCADOPAGO ONZ PAGARME PAGARMEBAAS TRANSFEERA TREEAL'),
}

/** Beside Pix. */
export const CHARGES_BY = {
  CREDIT_CARD: words(`
    ABMEXSPLIT ASAAS CELCOIN GATYWAY HORIZONBANK IUGU IUGUBAAS LYNXPAY MERCADOPAGO ORBITA PAGARME PAGARMEBAAS PAGOUAI
    PAGUESAFE PAYSHARKGATEWAY PIXIUM PODPAY2 SUITPAY UNICOPAY WITETEC
  `),
  BILLET: words(`
    ABMEX AKTAPAY ASAAS CELCOIN HORIZONBANK IUGU IUGUBAAS MAKEYOURBANK MERCADOPAGO ORBITA PAGARME PAGARMEBAAS PAGOUAI
    PAGUESAFE PAYSHARKGATEWAY PIXIUM PODPAY2 SPACEFY SUITPAY TRANSFEERA WITETEC
  `),
}

/** What was paid so can be given back, as the specification has it. */
export const REFUNDS_BY = {
  PIX: words(`
    ABMEX ABMEXSPLIT ARKAMA ASAAS FAIRPAY FIREBANK FLOW2PAY GATYWAY HORIZONBANK HUNTERPAY IUGU IUGUBAAS LYNXPAY
    MERCADOPAGO NEWLEVEL ONZ ORBITA OWENPAY PAGARME PAGARMEBAAS PAGOUAI PAGUESAFE PAYSHARKGATEWAY PIXIUM PODPAY2 PRONTTUS
    RAPDYN ROYALTY TRANSFEERA TREEAL UNICOPAY VILLET
  `),
  CREDIT_CARD: words(`
    ABMEXSPLIT ASAAS CELCOIN GATYWAY HORIZONBANK IUGU IUGUBAAS LYNXPAY MERCADOPAGO ORBITA PAGARME PAGARMEBAAS PAGOUAI
    PAGUESAFE PAYSHARKGATEWAY PIXIUM PODPAY2 SUITPAY UNICOPAY
  `),
  BILLET: words(`
    ABMEX ASAAS HORIZONBANK IUGU IUGUBAAS MERCADOPAGO ORBITA PAGARME PAGARMEBAAS PAGOUAI PAGUESAFE PAYSHARKGATEWAY
    PIXIUM PODPAY2
  `),
}
/** Where we deviate from it: what was paid so is not given back there (docs/spec-coverage.md, "Deviations"; decision 0217). */
export const NOT_GIVEN_BACK: readonly string[] = words('ASAAS IUGU IUGUBAAS PAGARME PAGARMEBAAS')

export const PAYS_OUT_BY = {
  PIX: words(`
    ASAAS AXISBANK BRAVIVE CASHTIME EZZEBANK FIREBANK FLOW2PAY GATYWAY IUGU LEXXEN MEDIUS NEWLEVEL NOXPAY ONZ ORBITA
    OWENPAY PAGNET PAGOUAI PAGSTAR PAYSHARKGATEWAY PLUGGO PLUGGOU PODPAY PODPAY2 PRIMEPAG PRONTTUS RAPDYN REFLOW2
    REFLOWPAY SIMPAY SUITPAY SYNCPAY TRANSFEERA TREEAL VELTRAX VEXYPAYMENTS VOLUTI WITETEC ZENDRY
  `),
  BANK_ACCOUNT: words('ASAAS'),
  RECEIVER: words('PAGARME PAGARMEBAAS VILLET'),
}

/** Under which a repeated request makes nothing new, as the provider's documentation says. */
export const KEYS = {
  charge: { header: words('IUGU IUGUBAAS MERCADOPAGO PAGARME PAGARMEBAAS') },
  refund: { header: words('MERCADOPAGO PAGARME PAGARMEBAAS'), naturalId: words('ONZ') },
  withdrawal: {
    header: words(`
    IUGU MEDIUS ONZ PAGARME PAGARMEBAAS PODPAY SIMPAY TREEAL VEXYPAYMENTS VOLUTI
  `),
    field: words('PRIMEPAG TRANSFEERA ZENDRY'),
  },
}

/** What the header is called, of those that take the key in one. */
const KEY_HEADERS = {
  'idempotency-key': words('IUGU IUGUBAAS MEDIUS PAGARME PAGARMEBAAS SIMPAY'),
  'x-idempotency-key': words('MERCADOPAGO ONZ PODPAY TREEAL VEXYPAYMENTS VOLUTI'),
}

/** The header that carries a movement's key there; undefined where none does. */
export function keyHeaderOf(movement: 'charge' | 'withdrawal', provider: Provider): string | undefined {
  const { code } = provider
  if (!isListed(code)) {
    const declared = movement === 'charge' ? provider.idempotency : provider.withdrawIdempotency
    return declared.type === 'header' ? declared.name : undefined
  }
  if (!KEYS[movement].header.includes(code)) return undefined
  return Object.entries(KEY_HEADERS).find(([, codes]) => codes.includes(code))?.[0]
}

/** What was asked for is found by our reference. */
export const FINDS = {
  charge: words(`
    ASAAS CELCOIN MERCADOPAGO NOXPAY ONZ PAGARME PAGARMEBAAS PODPAY PRIMEPAG TREEAL VOLUTI ZENDRY ZENET
  `),
  withdrawal: words(`
    ASAAS AXISBANK NOXPAY ONZ PODPAY PRIMEPAG TREEAL VOLUTI ZENDRY
  `),
}

/** By what a notice proves itself; no other one does. */
export const PROOFS = {
  sharedSecret: words(`
    ASAAS CELCOIN FLOW2PAY ONZ PAGARME PAGARMEBAAS PODPAY SAQPAY TREEAL VOLUTI ZENET
  `),
  signature: words(`
    EZZEBANK MERCADOPAGO NOXPAY PRIMEPAG SUITPAY TRANSFEERA VEXYPAYMENTS ZENDRY
  `),
}

/** Everyone else writes cents. */
export const AMOUNTS_IN = {
  reais: words(`
    ARKAMA ASAAS BMB EZZEBANK FIREBANK MERCADOPAGO NOXPAY PAGSTAR SIMPAY SUITPAY SYNCPAY TRANSFEERA
  `),
  reaisString: words('ONZ PODPAY TREEAL VOLUTI ZENET'),
}

/** How the provider writes amounts. */
export function amountsAt({ code, amountUnit }: Provider): AmountUnit {
  if (!isListed(code)) return amountUnit
  if (AMOUNTS_IN.reais.includes(code)) return 'reais'
  return AMOUNTS_IN.reaisString.includes(code) ? 'reaisString' : 'cents'
}

/**
 * Who gives back the whole of a payment or nothing: their request names no amount (SPEC, section 7), and Iugu's of a Pix
 * (https://dev.iugu.com/docs/estorno).
 */
export const GIVES_BACK_WHOLE: Readonly<Record<string, readonly string[]>> = {
  PIX: ['ARKAMA', 'FAIRPAY', 'FIREBANK', 'HUNTERPAY', 'IUGU', 'IUGUBAAS', 'RAPDYN', 'TREEAL', 'UNICOPAY'],
  CREDIT_CARD: ['CELCOIN', 'SUITPAY', 'UNICOPAY'],
  BILLET: [],
}

/** Who gives a card in part, but its installments only all together (https://docs.asaas.com/reference/estornar-parcelamento). */
export const GIVES_INSTALLMENTS_BACK_TOGETHER: readonly string[] = ['ASAAS']
