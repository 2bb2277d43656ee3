/** How a provider writes money. Each codec goes through domain/money, the only place where cents meet reais. */
import { type Cents, cents, fromReais, fromReaisString, toReais, toReaisString } from '../../domain/money.ts'
import { OUR_MESSAGES } from '../../domain/our-messages.ts'
import { ProviderError } from '../../domain/provider-error.ts'

export interface AmountCodec<Value> {
  readonly unit: 'cents' | 'reais' | 'reaisString'
  readonly write: (amount: Cents) => Value
  /** @throws ProviderError MalformedResponse when the value is no amount. */
  readonly read: (value: Value) => Cents
}

/** Integer cents: 1234. */
export const inCents: AmountCodec<number> = { unit: 'cents', write: (amount) => amount, read: reading(cents) }

/** A decimal number of reais: 12.34. */
export const inReais: AmountCodec<number> = { unit: 'reais', write: toReais, read: reading(fromReais) }

/** Reais as text with two decimals, as BACEN has them: "12.34". */
export const inReaisString: AmountCodec<string> = {
  unit: 'reaisString',
  write: toReaisString,
  read: reading(fromReaisString),
}

/** Of an amount that stands beside others, or in a notice. @returns undefined when it is no amount. */
export function readAmount<Value>(amounts: Pick<AmountCodec<Value>, 'read'>, value: Value): Cents | undefined {
  try {
    return amounts.read(value)
  } catch {
    return undefined
  }
}

function reading<Value>(read: (value: Value) => Cents): (value: Value) => Cents {
  return (value) => {
    try {
      return read(value)
    } catch (cause) {
      throw new ProviderError('MalformedResponse', OUR_MESSAGES.noReadableAmount, { cause })
    }
  }
}
