/** What a Pix copy-and-paste text says: the central bank's BR Code, fields of identifier, length and value. */
import { type Cents, fromReaisString } from './money.ts'

const AMOUNT = '54'
const CHECKSUM = '63'
const STATED = /^\d{1,10}(?:\.\d{1,2})?$/

/**
 * The code states another amount than it should ask for. One that states none does not: its amount stands where its address leads, or
 * the payer types it. Neither does a text that no bank could read.
 */
export function asksForAnother(code: string | null | undefined, amount: Cents): boolean {
  const stated = fieldsOf(code ?? '').get(AMOUNT)
  if (stated === undefined || !STATED.test(stated)) return false
  const asked = fromReaisString(stated)
  return asked !== 0 && asked !== amount
}

/** Empty where the text is no code from its first field to its checksum. */
function fieldsOf(code: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  const text = code.trim()
  for (let at = 0; at < text.length; ) {
    const [, id, length] = /^(\d\d)(\d\d)/.exec(text.slice(at, at + 4)) ?? []
    const end = at + 4 + Number(length)
    if (id === undefined || end > text.length) return new Map()
    fields.set(id, text.slice(at + 4, end))
    at = end
  }
  return fields.has(CHECKSUM) ? fields : new Map()
}
