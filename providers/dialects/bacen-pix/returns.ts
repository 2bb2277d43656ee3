/** Received Pix as the central bank's API lists them: how much was returned, and by whom. */
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { MESSAGES } from '../../../domain/messages.ts'
import { type Cents, cents, toReaisString } from '../../../domain/money.ts'
import { OUR_MESSAGES } from '../../../domain/our-messages.ts'
import { ProviderError } from '../../../domain/provider-error.ts'
import { inReais, inReaisString, readAmount } from '../../kit/amounts.ts'
import { refundState } from '../../kit/refunds.ts'
import { Anything, Id, Maybe, Text } from '../../kit/schemas.ts'

/** Text, as the standard has it, or a number, as some banks do. */
const Reais = Type.Union([Type.String({ pattern: '^\\d{1,10}\\.\\d{2}$' }), Type.Number()])
const Return = Type.Object({ valor: Reais, status: Anything, natureza: Anything })
const ReceivedPix = Type.Object({ valor: Reais, devolucoes: Maybe(Type.Array(Return)) })
type ReceivedPix = Static<typeof ReceivedPix>
type Return = Static<typeof Return>

/** Whether each of its amounts can be read. */
export function isReceivedPix(pix: unknown): pix is ReceivedPix {
  if (!Value.Check(ReceivedPix, pix)) return false
  return [pix, ...(pix.devolucoes ?? [])].every(({ valor }) => readReais(valor) !== undefined)
}

/** @returns undefined where it is absent or unreadable. */
export function readReais(valor: unknown): Cents | undefined {
  if (!Value.Check(Reais, valor)) return undefined
  return typeof valor === 'number' ? readAmount(inReais, valor) : readAmount(inReaisString, valor)
}

/**
 * The amount received by these Pix, and the amount actually returned.
 * @returns `returned`: refunded by the seller; `takenBack`: taken by the banks because of fraud or a failure (MED).
 */
export function returnsOf(pix: readonly ReceivedPix[]) {
  const made = pix.flatMap(({ devolucoes }) => devolucoes ?? []).filter(({ status }) => status === 'DEVOLVIDO')
  const returned = sum(made.filter((devolucao) => !isByBanks(devolucao)))
  const takenBack = sum(made.filter(isByBanks))
  const came = sum(pix)
  const back = returned + takenBack
  return {
    came: toReaisString(cents(came)),
    returned: toReaisString(cents(returned)),
    takenBack: toReaisString(cents(takenBack)),
    isWhole: back > 0 && back >= came,
    isTakenBack: takenBack > 0,
  }
}

const isByBanks = ({ natureza }: Return): boolean => String(natureza).startsWith('MED_')

const sum = (stated: readonly { valor?: unknown }[]): number =>
  stated.reduce((total, { valor }) => total + (readReais(valor) ?? 0), 0)

/**
 * The amount received, which may differ from the amount charged.
 * @returns the charged amount where a bank lists Pix without amounts; an unreadable amount unchanged, which the codec refuses.
 */
export function paidBy(pix: readonly unknown[], asked: string): string {
  const stated = pix.map((one) => (typeof one === 'object' && one !== null && 'valor' in one ? one.valor : undefined))
  if (stated.includes(undefined)) return asked
  const unreadable = stated.find((valor) => readReais(valor) === undefined)
  if (unreadable !== undefined) return String(unreadable)
  return toReaisString(cents(sum(stated.map((valor) => ({ valor })))))
}

/** One return, in answers and in lists. */
export const Returned = Type.Object({ id: Id, status: Anything, valor: Anything })

/** A Pix of a paid charge, with as much as a return needs. */
export const ReturnablePix = Type.Object({ endToEndId: Text, valor: Anything, devolucoes: Maybe(Type.Array(Returned)) })

/**
 * The Pix that a return goes against: the one that lists it already, otherwise the only one that may still hold money.
 * @param ofPayment the Pix of the payment that is given back.
 * @throws ProviderError NotFound where none of them is listed; InvalidRequest where none holds money, or several may be meant.
 */
export function pixOfReturn(
  pix: readonly Static<typeof ReturnablePix>[],
  returnId: string,
  ofPayment: readonly Static<typeof ReturnablePix>[],
) {
  const ofIt = pix.find(({ devolucoes }) => devolucoes?.some(({ id }) => id === returnId))
  const [meant, ...others] = ofIt ? [ofIt] : ofPayment.length === 1 ? ofPayment : ofPayment.filter(holdsMoney)
  if (!meant) {
    const kind = ofPayment.length === 0 ? 'NotFound' : 'InvalidRequest'
    throw new ProviderError(kind, MESSAGES.errorApprovingRefund)
  }
  if (others.length > 0) throw new ProviderError('InvalidRequest', OUR_MESSAGES.severalPix)
  return meant
}

/** Also true if an amount is unreadable. A return that is under way has taken its amount. */
function holdsMoney({ valor, devolucoes }: Static<typeof ReturnablePix>): boolean {
  const came = readReais(valor)
  const back = (devolucoes ?? []).filter(({ status }) => status !== 'NAO_REALIZADO')
  return came === undefined || sum(back) < came
}

const RETURN_WORDS = { done: ['DEVOLVIDO'], refused: ['NAO_REALIZADO'], waiting: ['EM_PROCESSAMENTO'] }

/** The banks settle a return later; until then it may still be denied. */
export function toRefund({ id, status, valor }: Static<typeof Returned>) {
  const amount = readReais(valor)
  return {
    refundId: id,
    ...refundState(status, RETURN_WORDS),
    amount: amount === undefined ? undefined : toReaisString(amount),
  }
}
