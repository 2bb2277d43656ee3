/**
 * Which request of a movement makes it: sent twice, it would be made twice. Kept by hand, from the calls that the specification names and
 * the providers' documentation; whatever else a flow sends asks, or makes nothing that a second one would double.
 */
import type { Risk, WireRequest } from '../../../providers/contract.ts'
import type { GoldenCase } from '../support/fixtures.ts'
import { inputOf } from '../support/play.ts'
import { isListed } from './abilities.ts'

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** How a path ends; `{id}` is any one step of it. */
type Calls = Readonly<Record<string, readonly string[]>>

const CHARGES: Calls = {
  'POST /transactions': words(`
    AKTAPAY CASHTIME CRMCOIN FAIRPAY GATYWAY HAWKPAY HORIZONBANK KUBERFINANCE LEXXEN LORDSCASH LORDSPAY LUMION LYNXPAY
    MAKEYOURBANK MEDIUS NEWLEVEL NEXTPAY ORBITA OWENPAY PAGNET PAGO PAGOUAI PAGUESAFE PAYBER PAYROYAL PAYSHARKGATEWAY
    PAYUP PIXIUM PLUGGO PLUGGOU PODPAY2 REFLOW2 REFLOWPAY ROYALPAY ROYALTY SAQPAY SPACEFY TRANSAC UNICOPAY VELTRAX
    VENITIP VIATECH VILLET WALLETZ WITETEC XITBANK
  `),
  'POST /transactions/v2/purchase': words('AXISBANK HUNTERPAY'),
  'POST /transaction': words('VENIT'),
  'POST /sells': words('ABMEX ABMEXSPLIT'),
  'POST /orders': words('ABMEXPAY ARKAMA PAGARME PAGARMEBAAS'),
  'POST /payments': words('ASAAS BRAVIVE MERCADOPAGO RAPDYN'),
  'POST /payment': words('FIREBANK NOXPAY PRONTTUS'),
  'POST /charges': words('CELCOIN TRANSFEERA'),
  'POST /invoices': words('IUGU IUGUBAAS'),
  'POST /charge': words('IUGU IUGUBAAS'),
  'POST /cob': words('ONZ PODPAY TREEAL VOLUTI ZENET'),
  'POST /pix/qrcodes': words('PRIMEPAG ZENDRY'),
  'POST /pix/qrcode': words('EZZEBANK'),
  'POST /pix/qrcode/collection/immediate': words('TRANSFEERA'),
  'POST /pix/in/qrcode': words('VEXYPAYMENTS'),
  'POST /qrcode/v1/gerar': words('FLOW2PAY'),
  'POST /GerarQRCode': words('BMB'),
  'POST /transactions/generate-anonymous-pix': words('PAGSTAR'),
  'POST /create-pix-copy-and-paste/': words('SIMPAY'),
  'POST /gateway/request-qrcode': words('SUITPAY'),
  'POST /gateway/request-boleto': words('SUITPAY'),
  'POST /gateway/card': words('SUITPAY'),
  'POST /cash-in': words('SYNCPAY'),
}

/** A card's invoice is only made out: the charge of it takes the money. */
const MADE_OUT_FOR_A_CARD: Calls = { 'POST /invoices': words('IUGU IUGUBAAS') }

const REFUNDS: Calls = {
  'POST /{id}/refund': words(`
    ABMEX ABMEXSPLIT ARKAMA ASAAS GATYWAY HORIZONBANK IUGU IUGUBAAS LYNXPAY NEWLEVEL ORBITA OWENPAY PAGOUAI PAGUESAFE
    PAYSHARKGATEWAY PIXIUM PODPAY2 ROYALTY TRANSFEERA TREEAL UNICOPAY VILLET
  `),
  'DELETE /transactions/{id}': words('FAIRPAY HUNTERPAY'),
  'DELETE /charges/{id}': words('PAGARME PAGARMEBAAS'),
  'PUT /charges/{id}/galaxPayId/reverse': words('CELCOIN'),
  'POST /payments/{id}/refunds': words('MERCADOPAGO'),
  'PUT /payments/refund/{id}': words('RAPDYN'),
  'POST /payment/refund/{id}': words('FIREBANK'),
  'POST /payment/refund': words('PRONTTUS'),
  'PUT /pix/{id}/devolucao/{id}': words('ONZ'),
  'POST /pix/v1/devolver': words('FLOW2PAY'),
  'POST /gateway/cancel': words('SUITPAY'),
}

const WITHDRAWALS: Calls = {
  'POST /transfers': words('ASAAS GATYWAY ORBITA PAGOUAI PAYSHARKGATEWAY PODPAY2 VILLET'),
  'POST /transfers/out': words('RAPDYN'),
  'POST /transfer_requests': words('IUGU'),
  'POST /withdrawals': words('LEXXEN OWENPAY PLUGGO PLUGGOU VELTRAX WITETEC'),
  'POST /recipients/{id}/withdrawals': words('PAGARME PAGARMEBAAS'),
  'POST /withdrawals/cashout': words('MEDIUS'),
  'POST /withdrawals/solicit-for-customer': words('PAGSTAR'),
  'POST /withdraws': words('BRAVIVE'),
  'POST /withdraws/cash-out': words('AXISBANK'),
  'POST /request/withdraw': words('CASHTIME REFLOW2 REFLOWPAY'),
  'POST /payment/withdraw': words('FIREBANK PRONTTUS'),
  'POST /cashout': words('NEWLEVEL PAGNET'),
  'POST /cash-out': words('SYNCPAY'),
  'POST /payment': words('NOXPAY'),
  'POST /pix/payment': words('EZZEBANK'),
  'POST /pix/payments': words('PRIMEPAG ZENDRY'),
  'POST /pix/payments/dict': words('ONZ PODPAY TREEAL VOLUTI'),
  'POST /pix/out/pixkey': words('VEXYPAYMENTS'),
  'POST /pix/v1/transferir': words('FLOW2PAY'),
  'POST /gateway/pix-payment': words('SUITPAY'),
  'POST /create-cashout-self-approve/': words('SIMPAY'),
  'POST /batch': words('TRANSFEERA'),
}

/** IUGU's account is opened in steps, none of which alone makes one that could be used. */
const RECEIVERS: Calls = {
  'POST /accounts': words('ASAAS'),
  'POST /marketplaces': words('ABMEXSPLIT'),
  'POST /recipients': words('PAGARME PAGARMEBAAS VILLET'),
}

const MAKING: Readonly<Partial<Record<GoldenCase['operation'], Calls>>> = {
  createTransaction: CHARGES,
  refund: REFUNDS,
  withdraw: WITHDRAWALS,
  createReceiver: RECEIVERS,
}

/** They post what others get. */
const ASKS: Calls = {
  'POST /consultaQRCode': words('BMB'),
  'POST /gateway/consult-status-transaction': words('SUITPAY'),
}

/** What a request of a listed provider's golden risks; one that is new is held to what it declares. */
export function riskOf(
  code: string,
  golden: Pick<GoldenCase, 'operation' | 'input'>,
  request: Pick<WireRequest, 'method' | 'url' | 'risk'>,
): Risk {
  if (!isListed(code)) return request.risk
  const isOneOf = (calls: Calls = {}) =>
    Object.entries(calls).some(([call, codes]) => codes.includes(code) && isSentAs(call, request))
  const isPreparing = inputOf(golden).paymentMethod === 'CREDIT_CARD' && isOneOf(MADE_OUT_FOR_A_CARD)
  if (isOneOf(MAKING[golden.operation]) && !isPreparing) return 'money'
  return request.method === 'GET' || isOneOf(ASKS) ? 'read' : 'repeatable'
}

function isSentAs(call: string, { method, url }: Pick<WireRequest, 'method' | 'url'>): boolean {
  const [named, path = ''] = call.split(' ')
  return method === named && new RegExp(`${path.replaceAll('{id}', '[^/]+')}$`).test(new URL(url).pathname)
}
