/** What a file was narrowed by, in the words of its list. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ExportedList } from '../../../../domain/export.ts'
import { isUuid } from '../../../../domain/uuid.ts'
import type { Export } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { shorten } from '../../ui/copy.tsx'
import { customerQueries } from '../customers/queries.ts'
import { useActorName } from '../history/actor.ts'
import { offerQueries } from '../offers/queries.ts'
import { linkQueries } from '../payment-links/queries.ts'
import { useProviderName } from '../providers/use-provider-name.ts'

/** Where the words of a filter's values stand. */
const WORDS: Readonly<Record<ExportedList, Readonly<Record<string, string>>>> = {
  charges: {
    status: 'common:status',
    ending: 'common:ending',
    paymentMethod: 'common:method',
    figure: 'overview:figure',
    reason: 'overview:reason',
  },
  refunds: { state: 'disbursements:status', paymentMethod: 'common:method' },
  withdrawals: { status: 'disbursements:status', paymentMethod: 'disbursements:method' },
  receivers: { status: 'receivers:status' },
  customers: {},
  disputes: { state: 'disputes:state', kind: 'disputes:kind' },
  'audit-log': { action: 'auditLog:action' },
}

/** Filters whose values are the seller's own words or ids, which say nothing without the filter's name. The API alone takes them. */
const NAMED = ['orderId', 'chargeId', 'withdrawReference', 'target', 'currency'] as const

const isBeforeAll = (moment: unknown) => typeof moment === 'string' && moment.startsWith('1970-')

/** The days first. Of the order of the list nothing is said: a file may have its own. */
export function FilterWords({ resource, filters }: Pick<Export, 'resource' | 'filters'>) {
  const { t, i18n } = useTranslation(['exports', 'charges'])
  const { date } = useFormat()
  const providerName = useProviderName()
  const actorName = useActorName()
  const nameOf = useNames(filters)
  const {
    createdFrom,
    createdTo,
    from = createdFrom,
    to = createdTo,
    paidFrom,
    paidTo,
    sort: _sort,
    ...others
  } = filters
  const firstDay = (moment: unknown) => typeof moment === 'string' && { day: date(moment) }
  // The first moment that is not in it is the next day's.
  const lastDay = (moment: unknown) =>
    typeof moment === 'string' && { day: date(new Date(Date.parse(moment) - 1).toISOString()) }
  const said = (key: 'from' | 'until' | 'paidFrom' | 'paidUntil', day: { day: string } | false) => day && t(key, day)
  const days = [
    said('from', firstDay(from)),
    said('until', lastDay(to)),
    // Before every payment: of all that were paid.
    isBeforeAll(paidFrom) ? t('paid') : said('paidFrom', firstDay(paidFrom)),
    said('paidUntil', lastDay(paidTo)),
  ]
  const wordOf = ([name, value]: [string, unknown]): string => {
    const text = String(value)
    if (name === 'q') return t('searched', { text })
    if (name === 'needsAttention') return t(value === true ? 'charges:list.attention' : 'noAttention')
    if (name === 'provider') return providerName(text)
    if (name === 'actor') return actorName(text)
    const told = NAMED.find((known) => known === name)
    if (told) return t(`narrowed.${told}`, { text: isUuid(text) ? shorten(text) : text })
    const key = `${WORDS[resource][name]}.${text}`
    return i18n.exists(key) ? i18n.t(key as 'exports:title') : (nameOf(name) ?? text)
  }
  return [...days, ...Object.entries(others).map(wordOf)].filter(Boolean).join(' · ')
}

/** What an id in the filters is the id of. */
function useNames({ customerId, offerId, paymentLinkId }: Export['filters']): (filter: string) => string | undefined {
  const { t } = useTranslation(['charges', 'selling'])
  const customer = useQuery({ ...customerQueries.one(String(customerId)), enabled: customerId !== undefined })
  const offer = useQuery({ ...offerQueries.one(String(offerId)), enabled: offerId !== undefined })
  const link = useQuery({ ...linkQueries.one(String(paymentLinkId)), enabled: paymentLinkId !== undefined })
  const names: Readonly<Record<string, string | undefined>> = {
    customerId: customer.data?.name,
    offerId: offer.data?.name,
    paymentLinkId: link.data && (link.data.title ?? t('selling:links.untitled')),
  }
  return (filter) => names[filter]
}
