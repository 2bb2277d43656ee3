/** What the search leads to: pages and forms by their names, and what was found, each with an address. */
import type { TFunction } from 'i18next'
import { defined } from '../../../../domain/defined.ts'
import type { Charge, Me, Withdrawal } from '../../api/contract.ts'
import type { useFormat } from '../../i18n/format.ts'
import { LINK_NAMES, type LINK_TEXTS, LINKS } from '../../routes/links.ts'
import { shorten } from '../../ui/copy.tsx'
import { plain } from '../../ui/text-match.ts'
import { paidOrAsked } from '../charges/paid-or-asked.ts'
import { statusLabel } from '../charges/status-label.ts'
import { mayOperate } from '../session/session-context.ts'
import type { Found } from './queries.ts'

export interface Place {
  group:
    | 'action'
    | 'page'
    | 'charge'
    | 'customer'
    | 'refund'
    | 'withdrawal'
    | 'receiver'
    | 'dispute'
    | 'offer'
    | 'link'
    | 'account'
    | 'provider'
    | 'rule'
    | 'endpoint'
    | 'person'
    | 'key'
    | 'filter'
    | 'file'
    | 'statement'
    | 'received'
    | 'delivery'
    | 'difference'
    | 'audit'
  to: string
  label: string
  hint?: string
  /** What is done where it leads nowhere. */
  run?: () => void
}

/** `to` only tells it from the others. */
export type Command = Required<Pick<Place, 'to' | 'label' | 'run'>>

/** What is found is called as its list is. */
export const GROUP_TITLES = {
  action: 'common:search.group.action',
  page: 'common:search.group.page',
  charge: 'charges:list.title',
  customer: 'customers:list.title',
  refund: 'disbursements:refunds',
  withdrawal: 'disbursements:list.title',
  receiver: 'receivers:list.title',
  dispute: 'disputes:list.title',
  offer: 'selling:offers.title',
  link: 'selling:links.title',
  account: 'providers:accounts',
  provider: 'providers:catalog',
  rule: 'routing:title',
  endpoint: 'webhooks:endpoints',
  person: 'people:title',
  key: 'apiKeys:title',
  filter: 'common:filters.saved',
  file: 'exports:title',
  statement: 'reconciliation:statement.title',
  received: 'common:search.group.received',
  delivery: 'common:search.group.delivery',
  difference: 'reconciliation:title',
  audit: 'auditLog:title',
} as const satisfies Record<Place['group'], string>

type Translate = TFunction<['common', 'places', ...typeof LINK_TEXTS]>

const everyRole = () => true
const administers = (me: Me) => me.role === 'admin'

/** Each opens the form itself, or leads to what it is done to: then its further words are found under `words`, and not those of the page. */
const ACTIONS = [
  { to: '/charges/new', text: 'charges:list.new', may: everyRole },
  { to: '/charges?status=APPROVED', text: 'common:search.refund', may: everyRole },
  { to: '/charges?status=PENDING', text: 'common:search.cancel', may: mayOperate },
  { to: '/withdrawals/new', text: 'disbursements:list.new', may: everyRole },
  { to: '/receivers/new', text: 'receivers:list.new', may: everyRole },
  { to: '/offers?new=1', text: 'selling:offers.new', may: everyRole },
  { to: '/payment-links?new=1', text: 'selling:links.new', may: everyRole },
  { to: '/providers?view=catalog', text: 'common:search.connect', may: administers },
  { to: '/routing?new=1', text: 'routing:new', may: administers },
  { to: '/reconciliation?new=1', text: 'reconciliation:import.open', may: mayOperate },
  { to: '/reconciliation?run=1', text: 'reconciliation:run.do', may: mayOperate },
  { to: '/people?new=1', text: 'common:search.invite', may: administers },
  { to: '/api-keys?new=1', text: 'apiKeys:new', may: administers },
  { to: '/webhook-endpoints?new=1', text: 'common:search.endpoint', may: administers },
  { to: '/exams?examine=new', text: 'common:search.exam', may: (me: Me) => me.testMode && administers(me) },
  { to: '/customers', words: 'erase', text: 'common:search.erase', may: mayOperate },
  { to: '/routing', words: 'simulate', text: 'common:search.simulate', may: mayOperate },
  { to: '/webhook-events', words: 'replay', text: 'common:search.replay', may: mayOperate },
  { to: '/webhook-deliveries', words: 'resend', text: 'common:search.resend', may: mayOperate },
  { to: '/settings?rotate=1', text: 'common:search.rotate', may: administers },
  { to: '/profile?password=1', text: 'common:search.password', may: everyRole },
  { to: '/profile?factor=1', text: 'common:search.factor', may: (me: Me) => me.secondFactor !== 'on' },
] as const

/** Beside those of the menu. */
const PAGES = [
  { to: '/webhook-deliveries', text: 'common:search.group.delivery', show: mayOperate },
  { to: '/webhook-endpoints', text: 'webhooks:endpoints', show: mayOperate },
  { to: '/exams', text: 'common:search.exams', show: (me: Me) => me.testMode },
  { to: '/profile', text: 'common:account.profile', show: everyRole },
  // It is no page of the console's, as in the menu.
  { to: '/docs', text: 'common:nav.reference', show: mayOperate, run: () => location.assign('/docs') },
] as const

/** Pages and forms whose names, or the further words for them, hold each of the words that tell something. */
export function placesNamed(t: Translate, me: Me, text: string, commands: readonly Command[]): Place[] {
  const words = plain(text).split(/\s+/).filter(Boolean)
  const little = t('places:little').split(' ')
  const telling = words.filter((word) => !little.includes(word))
  const typed = telling.length > 0 ? telling : words
  const further: Partial<Record<string, string>> = t('places:words', { returnObjects: true })
  const all: { words: string; place: Place }[] = [
    ...ACTIONS.filter(({ may }) => may(me)).map(({ to, text: name, ...own }) => ({
      words: 'words' in own ? own.words : to,
      place: { group: 'action' as const, to, label: t(name) },
    })),
    ...commands.map((command) => ({ words: command.to, place: { group: 'action' as const, ...command } })),
    ...[...LINKS, ...PAGES]
      .filter(({ show }) => show(me))
      .map(({ to, text: name, ...own }) => ({
        words: to,
        place: { group: 'page' as const, to, label: t(name), ...('run' in own && { run: own.run }) },
      })),
  ]
  const isCalled = ({ words: under, place }: (typeof all)[number], word: string) =>
    plain(place.label).includes(word) || plain(` ${further[under] ?? ''}`).includes(` ${word}`)
  return all.filter((one) => typed.every((word) => isCalled(one, word))).map(({ place }) => place)
}

interface Words {
  money: ReturnType<typeof useFormat>['money']
  nameOf: (buyer: Pick<Charge['customer'], 'name'>) => string
  destinationOf: (withdrawal: Withdrawal) => string
  providerName: (code: string) => string
}

/** What was found by its whole id. */
function placesById(
  t: Translate,
  { providerName }: Words,
  { received, delivery, difference, entry, file }: Found['byId'],
): Place[] {
  const places: (Place | null)[] = [
    received && {
      group: 'received',
      to: `/webhook-events?open=${received.id}`,
      label: providerName(received.provider),
      hint: shorten(received.id),
    },
    delivery && {
      group: 'delivery',
      to: `/webhook-deliveries?open=${delivery.id}`,
      label: t(`webhooks:eventName.${delivery.eventType}`),
      hint: `${delivery.eventType} · ${shorten(delivery.id)}`,
    },
    difference && {
      group: 'difference',
      to: `/reconciliation?open=${difference.id}`,
      label: t(`reconciliation:kind.${difference.kind}`),
      hint: shorten(difference.id),
    },
    entry && {
      group: 'audit',
      to: `/audit-log?open=${entry.id}`,
      label: t(`auditLog:action.${entry.action}`),
      hint: entry.actor,
    },
    file && { group: 'file', to: '/exports', label: t(LINK_NAMES[`/${file.resource}`]), hint: shorten(file.id) },
  ]
  return places.filter((place) => place !== null)
}

export function placesFound(t: Translate, words: Words, found: Found): Place[] {
  const { money, nameOf, destinationOf } = words
  return [
    ...placesById(t, words, found.byId),
    ...found.charges.map((charge) => ({
      group: 'charge' as const,
      to: `/charges/${charge.id}`,
      label: nameOf(charge.customer),
      hint: `${money(paidOrAsked(charge), charge.currency)} · ${statusLabel(t, charge)}`,
    })),
    ...found.customers.map((customer) => ({
      group: 'customer' as const,
      to: `/customers/${customer.id}`,
      label: nameOf(customer),
      hint: customer.email,
    })),
    ...found.refunds.map(({ id, customerName, amount, currency, state }) => ({
      group: 'refund' as const,
      to: `/refunds/${id}`,
      label: customerName === null ? shorten(id) : nameOf({ name: customerName }),
      hint: `${money(amount, currency)} · ${t(`disbursements:status.${state}`)}`,
    })),
    ...found.withdrawals.map((withdrawal) => ({
      group: 'withdrawal' as const,
      to: `/withdrawals/${withdrawal.id}`,
      label: destinationOf(withdrawal) || shorten(withdrawal.id),
      hint: `${money(withdrawal.amount)} · ${t(`disbursements:status.${withdrawal.status}`)}`,
    })),
    ...found.receivers.map(({ id, name, status }) => ({
      group: 'receiver' as const,
      to: `/receivers/${id}`,
      label: name,
      hint: t(`receivers:status.${status}`),
    })),
    ...found.disputes.map((dispute) => ({
      group: 'dispute' as const,
      to: `/disputes/${dispute.id}`,
      label:
        dispute.customerName === null ? t(`disputes:kind.${dispute.kind}`) : nameOf({ name: dispute.customerName }),
      hint: `${money(dispute.amount, dispute.currency)} · ${t(`disputes:state.${dispute.state}`)}`,
    })),
    ...found.products.map(({ id, name }) => ({ group: 'offer' as const, to: `/products/${id}`, label: name })),
    ...found.offers.map(({ id, productId, name, price }) => ({
      group: 'offer' as const,
      to: `/products/${productId}?offer=${id}`,
      label: name,
      hint: money(price),
    })),
    ...found.links.map(({ id, title, amount, url }) => ({
      group: 'link' as const,
      to: `/payment-links?link=${id}`,
      label: title ?? url.replace(/^https?:\/\//, ''),
      ...defined({ hint: amount === null ? undefined : money(amount) }),
    })),
  ]
}
