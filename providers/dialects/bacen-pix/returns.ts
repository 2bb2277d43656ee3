/** What has come by Pix, as the central bank's API lists it, what of it has gone back, and whose doing that was. */
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Cents, cents, toReaisString } from '../../../domain/money.ts'
import { inReais, inReaisString } from '../../kit/amounts.ts'
import { refundState } from '../../kit/refunds.ts'
import { Anything, Id, Maybe } from '../../kit/schemas.ts'

/** Text, as the standard has it, or a number, as some banks do. */
const Reais = Type.Union([Type.String({ pattern: '^\\d{1,10}\\.\\d{2}$' }), Type.Number()])
const Return = Type.Object({ valor: Reais, status: Anything, natureza: Anything })
export const ReceivedPix = Type.Object({ valor: Reais, devolucoes: Maybe(Type.Array(Return)) })
type Return = Static<typeof Return>

/** @returns undefined where it is not said, or cannot be read. */
export function readReais(valor: unknown): Cents | undefined {
  if (!Value.Check(Reais, valor)) return undefined
  return typeof valor === 'number' ? inReais.read(valor) : inReaisString.read(valor)
}

/**
 * What has come by these Pix, and what has really gone back of them.
 * @returns `returned`: what whoever was paid gave back; `takenBack`: what the banks took as a fraud or a failure (MED).
 */
export function returnsOf(pix: readonly Static<typeof ReceivedPix>[]) {
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
 * What has come, which need not be what was asked for.
 * @returns what was asked for where a bank lists Pix without their amounts; one that cannot be read as it stands, for the codec to refuse.
 */
export function paidBy(pix: readonly unknown[], asked: string): string {
  const stated = pix.map((one) => (typeof one === 'object' && one !== null && 'valor' in one ? one.valor : undefined))
  if (stated.includes(undefined)) return asked
  const unreadable = stated.find((valor) => readReais(valor) === undefined)
  if (unreadable !== undefined) return String(unreadable)
  return toReaisString(cents(sum(stated.map((valor) => ({ valor })))))
}

/** One return, as it is answered and listed. */
export const Returned = Type.Object({ id: Id, status: Anything })

const RETURN_WORDS = { done: ['DEVOLVIDO'], refused: ['NAO_REALIZADO'], waiting: ['EM_PROCESSAMENTO'] }

/** It is settled between the banks, which takes its time; until then it may still be denied. */
export function toRefund({ id, status }: Static<typeof Returned>) {
  return { refundId: id, ...refundState(status, RETURN_WORDS) }
}
