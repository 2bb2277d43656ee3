/**
 * What an answer may leave out, or give as null. An answer that cannot be read after the bytes have left makes a doubt and asks an
 * operator, so an adapter asks for nothing that it can do without: what was made, how it stands, and what its buyer pays it by.
 */
import { expect, test } from 'vitest'
import { type Fixture, type GoldenCase, loadFixtures } from './support/fixtures.ts'
import { networkOf, type Played, play, responsesOf, startCase, toAnswer } from './support/play.ts'

/** What the product cannot do without: each stands in an answer under whatever name its provider has for it. */
const ROLES = [
  'transactionId',
  'withdrawId',
  'refundId',
  'receiverId',
  'receiverToken',
  'rawStatus',
  'status',
  'pixCode',
  'billetCode',
  'billetUrl',
  'available',
  'cardToken',
  'cardId',
] as const

/** What else is needed, and why: by the place of the answer in its flow, and of the field in it. */
const NEEDED = {
  'says that it was accepted, in a 200 that may also refuse': [
    'createTransaction 0:response',
    'createTransaction 0:worked',
    'createTransaction 1:success',
    'createTransaction 1:type',
    'cancelTransaction 0:deleted',
    'cancelTransaction 0:type',
    'readBalance 0:worked',
    'readTransaction 0:worked',
    'readWithdraw 0:worked',
    'refund 0:response',
    'withdraw 0:response',
    'withdraw 0:worked',
  ],
  'is what the next request names, and no money has moved before it': [
    'buildCardId 0:id',
    'createReceiver 0:user_token',
    'createTransaction 0:id',
    'createTransaction 1:creditCardToken',
    'createTransaction 1:results',
    'createTransaction 1:results.id',
    'createTransaction 1:results.payment_type_id',
    'refund 0:charges.id',
    'refund 0:entries',
    'refund 0:entries.end2end_id',
    'refund 0:entries.txid',
    'refund 0:pix',
    'refund 0:pix.endToEndId',
    'refund 0:txid',
    'readRefund 0:txid',
    'readRefund 0:entries',
    'readRefund 0:entries.end2end_id',
    'readRefund 0:pix.endToEndId',
  ],
  'is what tells the first installment from a list that lacks it': ['findTransaction 0:data.externalReference'],
  'is the batch in which the withdrawal is found': ['withdraw 0:id'],
  'is the plan whose rest would be found as charges of their own': ['createTransaction 2:installment'],
  'is an invoice that waits for its card: no money has moved': ['createTransaction 0:status'],
  "is how it stands, in two words or in a receiver's": [
    'createTransaction 0:Charge.Transactions',
    'createTransaction 0:Charge.Transactions.status',
    'readReceiver 0:general',
    'readReceiver 0:status',
    'readTransaction 0:charges.status',
    'readTransaction 0:status',
  ],
  'is success by the specification, or all that the answer is known to say': [
    'refund 0:id',
    'refund 1:id',
    'withdraw 0:message',
  ],
  'is what was asked for, without which a bank tells of no Pix': [
    'cancelTransaction 0:valor',
    'cancelTransaction 0:valor.original',
    'createTransaction 0:valor',
    'createTransaction 0:valor.original',
    'findTransaction 0:cobs.valor',
    'findTransaction 0:cobs.valor.original',
    'findTransaction 1:cobs.valor',
    'findTransaction 1:cobs.valor.original',
    'readTransaction 0:pix.valor',
    'readTransaction 0:valor',
    'readTransaction 0:valor.original',
  ],
  'is how each payment of a plan stands, and that they are the plan of this charge': [
    'readRefund 1:data.id',
    'readRefund 1:data.status',
    'readTransaction 1:data.id',
    'readTransaction 1:data.status',
  ],
  'is how much has gone back': [
    'readRefund 1:data.refunds.value',
    'readTransaction 0:refunds.value',
    'readTransaction 1:data.refunds.value',
    'refund 0:entries.value',
    'refund 1:entries',
    'refund 2:entries',
    'refund 2:entries.value',
  ],
  'is the balance that is asked for': [
    'readBalance 0:amount',
    'readBalance 0:balance',
    'readBalance 0:value',
    'readReceiver 1:amount',
    'readReceiver 1:available_amount',
  ],
  'proves that what a search has found is ours, or that it was looked through': [
    'findTransaction 0:cobs.txid',
    'findTransaction 0:data.id',
    'findTransaction 0:meta',
    'findTransaction 0:meta.total_pages',
    'findTransaction 0:parametros',
    'findTransaction 0:parametros.paginacao',
    'findTransaction 0:parametros.paginacao.quantidadeDePaginas',
    'findTransaction 0:qrcodes.reference_code',
    'findTransaction 1:code',
    'findTransaction 1:external_reference',
    'findTransaction 1:meta',
    'findTransaction 1:meta.total_pages',
    'findTransaction 1:parametros',
    'findTransaction 1:parametros.paginacao',
    'findTransaction 1:parametros.paginacao.quantidadeDePaginas',
    'findWithdraw 0:data.externalReference',
    'readTransaction 0:entries',
    'readTransaction 0:entries.end2end_id',
    'readTransaction 1:entries.end2end_id',
    'readTransaction 0:entries.txid',
    'readTransaction 0:pix',
    'readTransaction 0:pix.endToEndId',
    'readTransaction 0:txid',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>
const needed: readonly string[] = Object.values(NEEDED).flat()

type Path = readonly (string | number)[]

function pathsIn(value: unknown, before: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = [...before, Array.isArray(value) ? Number(name) : name]
    return [path, ...pathsIn(inner, path)]
  })
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Record<string | number, unknown> | undefined)?.[name], value)

function without(body: unknown, path: Path, how: 'left out' | 'null'): unknown {
  const copy = structuredClone(body)
  const holder = at(copy, path.slice(0, -1)) as Record<string | number, unknown>
  const name = path.at(-1) ?? ''
  if (how === 'null') holder[name] = null
  else if (Array.isArray(holder)) holder.splice(Number(name), 1)
  else delete holder[name]
  return copy
}

/** Whether a value, or one in it, is what the result says of the movement. */
function isSaid(value: unknown, result: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some((inner) => isSaid(inner, result))
  const said = ROLES.flatMap((role) => String((result as Record<string, unknown> | null)?.[role]).split('|'))
  return said.some((one) => one.toLowerCase() === String(value).toLowerCase())
}

const nameOf = (path: Path) => path.filter((name) => typeof name === 'string').join('.')

/** Whether it comes to a result, or asks for more than the golden has answers to. */
function goesOn(run: () => Played): boolean {
  try {
    return run().error === undefined
  } catch {
    return true
  }
}

/** The fields of the golden's answers without which nothing is made of it. */
function missedIn(fixture: Fixture, golden: GoldenCase): string[] {
  return responsesOf(golden).flatMap((response, index) =>
    pathsIn(response.body).flatMap((path) => {
      const ways = typeof path.at(-1) === 'number' ? (['left out'] as const) : (['left out', 'null'] as const)
      const isNeeded = ways.some((how) => {
        const by = toAnswer({ ...response, body: without(response.body, path, how) })
        return !goesOn(() => play(startCase(fixture, golden), networkOf(golden, { at: index, by })))
      })
      return isNeeded && !isSaid(at(response.body, path), golden.result) ? [`${index}:${nameOf(path)}`] : []
    }),
  )
}

const found = loadFixtures().flatMap((fixture) => {
  const told = fixture.cases.filter(({ operation, result }) => operation !== 'token' && result != null)
  return told.map((golden) => ({ provider: fixture.provider, golden, missed: missedIn(fixture, golden) }))
})

test.each(found)('$provider $golden.operation: $golden.name', ({ golden, missed }) => {
  const fields = new Set(missed.map((field) => `${golden.operation} ${field}`))
  expect([...fields].filter((field) => !needed.includes(field))).toEqual([])
})

test('nothing is called needed that can be done without', () => {
  const missed = new Set(found.flatMap(({ golden, missed }) => missed.map((field) => `${golden.operation} ${field}`)))
  expect(needed.filter((field) => !missed.has(field))).toEqual([])
})
