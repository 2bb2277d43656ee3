/** A user's named filters of a list, each in the form of the address's query. */
const SHARED = ['period', 'from', 'to', 'q', 'sort'] as const

/** What narrows each list, by the names of its page's address; `SHARED` narrows all of them. */
export const LIST_FILTERS = {
  charges: [
    'status',
    'ending',
    'needsAttention',
    'paymentMethod',
    'provider',
    'customerId',
    'offerId',
    'paymentLinkId',
    'figure',
    'reason',
    'currency',
    'periodOf',
  ],
  refunds: ['state', 'provider', 'paymentMethod'],
  withdrawals: ['status', 'provider', 'paymentMethod'],
  receivers: ['status', 'provider'],
  customers: [],
  disputes: ['state', 'kind', 'provider', 'chargeId'],
  reconciliation: ['state', 'kind', 'providerAccountId'],
} as const satisfies Record<string, readonly string[]>

export type SavedList = keyof typeof LIST_FILTERS
export const SAVED_LISTS = Object.keys(LIST_FILTERS) as [SavedList, ...SavedList[]]

/** How many characters the address of a filter has at most. */
export const LONGEST_SEARCH = 1_000

/** Of one list, user and platform. */
export const MOST_SAVED_FILTERS = 50

/** Whether the name narrows the list or orders it. */
export const isFilterOf = (list: SavedList, name: string): boolean =>
  [...SHARED, ...LIST_FILTERS[list]].some((known) => known === name)

/** What the query says that narrows the list. The same filters give the same text, in any order. */
export function filtersOf(list: SavedList, query: URLSearchParams): string {
  const filters = new URLSearchParams([...query].filter(([name]) => isFilterOf(list, name)))
  filters.sort()
  return filters.toString()
}
