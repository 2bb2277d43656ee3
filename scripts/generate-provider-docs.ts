/** Writes docs/providers.md from the adapters, and counts the sources of each provider's goldens. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PAYMENT_METHODS, type PaymentMethod, WITHDRAW_METHODS } from '../domain/payment-method.ts'
import type { Operation } from '../domain/provider-operations.ts'
import type { RefundEnd } from '../domain/refund.ts'
import { wholeOnlyRule } from '../domain/refund-parts.ts'
import type {
  Access,
  AmountUnit,
  CredentialPart,
  Evidence,
  Idempotency,
  Provider,
  WebhookVerification,
} from '../providers/contract.ts'
import { providers } from '../providers/index.ts'
import { isReliedOn } from '../providers/kit/idempotency.ts'
import { countSources, type Fixture, loadFixtures, SOURCE_KINDS } from '../tests/providers/support/fixtures.ts'
import { requirementsOf } from './provider-requirements.ts'
import { list, table } from './support/markdown.ts'
import { ROOT } from './support/root.ts'

const TARGET = 'docs/providers.md'

const EVIDENCE = {
  documentation: "the vendor's documentation or SDK",
  clients: 'independent public clients',
  specification: 'our specification alone',
} as const satisfies Record<Evidence, string>

const SOURCES = {
  docs: "shape from the vendor's documentation or SDK, or from that of the wire format; values invented",
  spec: 'from our specification',
  assumed: 'assumed: not verified',
} as const satisfies Record<(typeof SOURCE_KINDS)[number], string>

const VERIFICATION = {
  signature: 'signature',
  sharedSecret: 'shared secret in a header',
  none: 'unsigned: the transaction is read',
} as const satisfies Record<WebhookVerification, string>

/** An unsigned webhook whose transaction cannot be read is believed up to an amount (docs/decisions/0046). */
function verificationOf({ capabilities: { operations }, webhookVerification, webhookBindsFields }: Provider): string {
  if (!operations.includes('translateWebhook')) return 'none'
  if (!webhookBindsFields) return 'signature that binds no fields: the transaction is read'
  const isAlone = webhookVerification === 'none' && !operations.includes('readTransaction')
  return isAlone
    ? 'unsigned and not read: the secret address, up to `maxUnprovedAmount`'
    : VERIFICATION[webhookVerification]
}

/** A provider reports disbursements if one of its goldens is such a webhook. */
const tellsOfDisbursements = (fixture: Fixture | undefined): boolean =>
  fixture?.webhooks.some(({ event }) => event.type === 'WITHDRAW' || 'orWithdrawal' in event) ?? false

const UNITS = {
  cents: 'integer cents',
  reais: 'reais',
  reaisString: 'reais as text',
} as const satisfies Record<AmountUnit, string>

const OPERATION_MARKS = {
  readTransaction: 'Read',
  cancelTransaction: 'Withdraws codes',
  refund: 'Refund',
  readWithdraw: 'Read disbursement',
  createReceiver: 'Receiver',
  readReceiver: 'Read receiver',
  tokenizeCard: 'Card token',
  buildCardId: 'Card id',
  translateWebhook: 'Webhook',
  readBalance: 'Balance',
  readRefund: 'Read refund',
} as const satisfies Partial<Record<Operation, string>>
const MARKED = Object.keys(OPERATION_MARKS) as (keyof typeof OPERATION_MARKS)[]

const REFUND_ENDS_SAID = {
  answer: 'its answer is the end',
  refund: 'the refund is read: done, or given up',
  sum: 'the charge is read: how much of it has gone back',
  whole: 'the charge is read: that all of it has gone back',
  notice: 'a notice: that all of it has gone back',
  unknown: 'no way is known: an operator says it',
} as const satisfies Record<RefundEnd, string>

/** @returns the path that was written, relative to the repository. */
export async function generateProviderDocs(): Promise<string> {
  await writeFile(join(ROOT, TARGET), providerDocs())
  return TARGET
}

export function providerDocs(): string {
  const all = Object.values(providers)
  const fixtures = new Map(loadFixtures().map((fixture) => [fixture.provider, fixture]))
  return `# Providers

Written by \`npm run generate\` from the adapters in \`providers/catalog\` and the goldens in \`tests/wire\`: do not edit.

## On what the adapters rest

${table(
  ['Evidence', 'Providers'],
  Object.entries(EVIDENCE).map(([evidence, text]) => [text, count(all, (provider) => provider.evidence === evidence)]),
)}

${table(
  ['Goldens', 'Exchanges and webhooks'],
  SOURCE_KINDS.map((kind) => [SOURCES[kind], sum([...fixtures.values()], (fixture) => countSources(fixture)[kind])]),
)}

## What they can do

${table(
  ['Code', 'Name', 'Charges by', 'Pays out by', ...Object.values(OPERATION_MARKS), 'Disbursement notice'],
  [
    ...all.map(({ code, name, capabilities }) => [
      code,
      name,
      list(capabilities.paymentMethods),
      list(capabilities.withdrawMethods),
      ...MARKED.map((operation) => (capabilities.operations.includes(operation) ? 'yes' : '')),
      capabilities.withdrawMethods.length === 0 ? '' : tellsOfDisbursements(fixtures.get(code)) ? 'yes' : 'none known',
    ]),
    [
      `**${all.length}**`,
      '',
      totals(PAYMENT_METHODS, (method) =>
        count(all, ({ capabilities }) => capabilities.paymentMethods.includes(method)),
      ),
      totals(WITHDRAW_METHODS, (method) =>
        count(all, ({ capabilities }) => capabilities.withdrawMethods.includes(method)),
      ),
      ...MARKED.map((operation) => count(all, ({ capabilities }) => capabilities.operations.includes(operation))),
      count(all, ({ code }) => tellsOfDisbursements(fixtures.get(code))),
    ],
  ],
)}

What a provider lacks answers \`Method not implemented.\`, or what its goldens say in \`unsupported\`. Where no disbursement notice is known the
account's reader asks, and where nothing can be asked an operator does (docs/operations.md).

## Refunds of a part

These give back the whole of a payment or nothing. Everywhere else a part can be refunded, and the rest later:

${table(
  ['Code', 'As a whole only'],
  all.flatMap(({ code, capabilities }) => {
    const wholeOnly = PAYMENT_METHODS.flatMap((paymentMethod) => wholeOnlyIn(capabilities, paymentMethod))
    return wholeOnly.length === 0 ? [] : [[code, list(wholeOnly)]]
  }),
)}

## How the end of a refund is told

A refund is done when the provider's word says so. Until then it is PENDING, and its end is learned in this way:

${table(
  ['Code', 'The end of a refund'],
  all.flatMap(({ code, capabilities: { refundEnd } }) =>
    refundEnd === null ? [] : [[code, REFUND_ENDS_SAID[refundEnd]]],
  ),
)}

Only where the refund itself is read does the provider say that it was given up. Elsewhere one that is not done after a day asks an operator
(\`noConfirmation\`), and so does, at once, a part of a charge that is known only by all of it.

${requirementsOf(all)}

## How they are spoken to

${table(
  ['Code', 'Money', 'Credentials', 'Proof', 'Safe to repeat by', 'Found by our reference', 'Splits', 'Webhooks'],
  all.map((provider) => [
    provider.code,
    UNITS[provider.amountUnit],
    list(provider.credentials.map(describePart)),
    describeAuth(provider),
    describeRepeats(provider),
    list([provider.lookup, provider.withdrawLookup].flatMap((way) => (way === null ? [] : [`\`${way.call}\``]))),
    list(provider.capabilities.splitTypes),
    verificationOf(provider),
  ]),
)}

## Where their facts come from

${table(
  ['Code', 'Evidence', ...SOURCE_KINDS, 'Reference'],
  all.map(({ code, evidence }) => [code, EVIDENCE[evidence], ...describeSources(fixtures.get(code))]),
)}
`
}

function describePart({ name, from, index, required, secret }: CredentialPart): string {
  const notes = [index > 0 ? `part ${index + 1}` : '', required ? '' : 'optional', secret ? 'secret' : '']
  const noted = notes.filter(Boolean).join(', ')
  return `${name} (${from}${noted ? `, ${noted}` : ''})`
}

function describeAuth({ hosts, ...main }: Provider): string {
  const further = Object.entries(hosts).map(([name, access]) => `${name}: ${describeAccess(access)}`)
  return [describeAccess(main), ...further].join('; ')
}

function describeAccess({ auth, clientCertificate }: Access): string {
  const proof = auth.type === 'token' ? `token, renewed ${auth.earlySeconds} s early` : auth.query ? 'query' : 'headers'
  return clientCertificate ? `${proof}, over mutual TLS (${clientCertificate})` : proof
}

function describeRepeats({ idempotency, refundIdempotency, withdrawIdempotency }: Provider): string {
  const ways = { charge: idempotency, refund: refundIdempotency, withdrawal: withdrawIdempotency }
  return list(
    Object.entries(ways).flatMap(([what, way]) =>
      way.type === 'none' ? [] : [`${what}: ${describeIdempotency(way)}`],
    ),
  )
}

function describeIdempotency(idempotency: Idempotency): string {
  if (idempotency.type === 'none') return 'nothing'
  const { type, name, keptFor } = idempotency
  const life =
    keptFor === 'forever' ? 'for ever' : !isReliedOn(idempotency) ? '(never relied on)' : `for ${keptFor / 60} min`
  return `${KEY_TYPES[type]} \`${name}\` ${life}`
}

const KEY_TYPES = { header: 'header', field: 'field', naturalId: 'our own' } as const

const WHOLE_ONLY_SAID = { refundWhole: '', refundInstallmentsWhole: ' in installments' } as const

function wholeOnlyIn(capabilities: Provider['capabilities'], paymentMethod: PaymentMethod): string[] {
  const rule = wholeOnlyRule(capabilities, { paymentMethod, installments: 2 })
  return rule ? [`${paymentMethod}${WHOLE_ONLY_SAID[rule]}`] : []
}

function describeSources(fixture: Fixture | undefined): string[] {
  if (!fixture) return ['0', '0', '0', '']
  const counts = countSources(fixture)
  return [...SOURCE_KINDS.map((kind) => String(counts[kind])), fixture.source.url ?? '']
}

function totals<T extends string>(values: readonly T[], measure: (value: T) => string): string {
  return values.map((value) => `${value} ${measure(value)}`).join(', ')
}

function count<T>(values: readonly T[], matches: (value: T) => boolean): string {
  return String(values.filter(matches).length)
}

function sum<T>(values: readonly T[], measure: (value: T) => number): string {
  return String(values.reduce((total, value) => total + measure(value), 0))
}

if (import.meta.main) console.log(`wrote ${await generateProviderDocs()}`)
