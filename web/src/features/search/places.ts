/** What the search leads to: pages and forms by their names, and what was found, each with an address. */
import type { TFunction } from 'i18next'
import type { Charge, Me, Withdrawal } from '../../api/contract.ts'
import type { useFormat } from '../../i18n/format.ts'
import { type LINK_TEXTS, LINKS } from '../../routes/links.ts'
import { shorten } from '../../ui/copy.tsx'
import { plain } from '../../ui/text-match.ts'
import { statusLabel } from '../charges/status-label.ts'
import type { Found } from './queries.ts'

export interface Place {
  group: 'action' | 'page' | 'charge' | 'customer' | 'refund' | 'withdrawal' | 'receiver'
  to: string
  label: string
  hint?: string
}

/** What is found is called as its list is. */
export const GROUP_TITLES = {
  action: 'common:search.group.action',
  page: 'common:search.group.page',
  charge: 'charges:list.title',
  customer: 'customers:list.title',
  refund: 'disbursements:refunds',
  withdrawal: 'disbursements:list.title',
  receiver: 'receivers:list.title',
} as const satisfies Record<Place['group'], string>

type Translate = TFunction<['common', ...typeof LINK_TEXTS]>

const FORMS = [
  { to: '/charges/new', text: 'charges:list.new' },
  { to: '/withdrawals/new', text: 'disbursements:list.new' },
  { to: '/receivers/new', text: 'receivers:list.new' },
] as const

/** Pages and forms whose names hold each of the words. */
export function placesNamed(t: Translate, me: Me, text: string): Place[] {
  const words = plain(text).split(/\s+/).filter(Boolean)
  const all: Place[] = [
    ...FORMS.map((form) => ({ group: 'action' as const, to: form.to, label: t(form.text) })),
    ...LINKS.filter(({ show }) => show(me)).map(({ to, text: name }) => ({
      group: 'page' as const,
      to,
      label: t(name),
    })),
    { group: 'page', to: '/profile', label: t('common:account.profile') },
  ]
  return all.filter(({ label }) => words.every((word) => plain(label).includes(word)))
}

interface Words {
  money: ReturnType<typeof useFormat>['money']
  nameOf: (buyer: Pick<Charge['customer'], 'name'>) => string
  destinationOf: (withdrawal: Withdrawal) => string
}

export function placesFound(t: Translate, { money, nameOf, destinationOf }: Words, found: Found): Place[] {
  return [
    ...found.charges.map((charge) => ({
      group: 'charge' as const,
      to: `/charges/${charge.id}`,
      label: nameOf(charge.customer),
      hint: `${money(charge.finalValue, charge.currency)} · ${statusLabel(t, charge)}`,
    })),
    ...found.customers.map((customer) => ({
      group: 'customer' as const,
      to: `/customers/${customer.id}`,
      label: nameOf(customer),
      hint: customer.email,
    })),
    ...found.refunds.map(({ id, customerName, amount, state }) => ({
      group: 'refund' as const,
      to: `/refunds/${id}`,
      label: customerName === null ? shorten(id) : nameOf({ name: customerName }),
      hint: `${money(amount)} · ${t(`disbursements:status.${state}`)}`,
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
  ]
}
