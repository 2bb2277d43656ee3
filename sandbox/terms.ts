/** A charge's terms other than the amount, read from the request in the ledger. */
import { type Cents, cents, fromReais } from '../domain/money.ts'
import { fieldAt, fieldsOf } from './checks.ts'
import type { Fields } from './provider.ts'

export interface Share {
  readonly recipient: string
  /** Exactly one of the two. */
  readonly cents?: Cents
  readonly percent?: number
}

/** Where a provider's requests say it. */
export interface Asks {
  /** Dotted path of the number of installments. */
  readonly installments?: string
  /** Dotted paths of all that says until when a charge can be paid. */
  readonly deadline?: readonly string[]
  readonly shares?: (request: Fields) => readonly Share[]
}

export interface Terms {
  /** 1 where the request says nothing. */
  readonly installments: number
  readonly shares: readonly Share[]
  /** Whether the client said until when the charge can be paid; the provider decides otherwise. */
  readonly hasDeadline: boolean
}

export function termsOf({ installments, deadline = [], shares }: Asks, request: Fields): Terms {
  return {
    installments: Number((installments === undefined ? undefined : fieldAt(request, installments)) ?? 1),
    shares: shares?.(request) ?? [],
    hasDeadline: deadline.some((path) => fieldAt(request, path) != null),
  }
}

export interface ShareFields {
  /** Where the list stands. */
  readonly at: string
  readonly recipient: string
  readonly cents?: string
  readonly reais?: string
  readonly percent?: string
}

/** For lists that have an amount and a percentage in fields of their own. */
export function sharesAt(fields: ShareFields): (request: Fields) => readonly Share[] {
  return (request) => {
    const list = fieldAt(request, fields.at)
    return Array.isArray(list) ? list.map(fieldsOf).map((share) => toShare(share, fields)) : []
  }
}

function toShare(share: Fields, fields: ShareFields): Share {
  const recipient = String(share[fields.recipient])
  const inCents = fields.cents === undefined ? undefined : share[fields.cents]
  const inReais = fields.reais === undefined ? undefined : share[fields.reais]
  if (inCents !== undefined) return { recipient, cents: cents(Number(inCents)) }
  if (inReais !== undefined) return { recipient, cents: fromReais(Number(inReais)) }
  return { recipient, percent: Number(fields.percent === undefined ? undefined : share[fields.percent]) }
}
