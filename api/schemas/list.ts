import { type Static, type TSchema, Type } from 'typebox'
import { beginningOf, endOf } from '../../domain/analytics.ts'
import { CHARGE_SORTS, CUSTOMER_SORTS, DISBURSEMENT_SORTS, DISPUTE_SORTS, LIST_SORTS } from '../../domain/list-sort.ts'
import { CURRENCIES } from '../../domain/money.ts'
import { DayOrMoment, Nullable, Word } from './common.ts'

/** Every list takes these, besides its filters. */
export const PAGE_QUERY = {
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'How many at most.' }),
  cursor: Type.Optional(Type.String({ maxLength: 500, description: 'The `nextCursor` of the page before.' })),
} as const

/** Lists that are short by nature take these. */
export const WholeListQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: 'How many at most. All of them come when it is left out.' }),
  ),
  cursor: PAGE_QUERY.cursor,
})

/** Lists that can be read the other way round take this. */
export const SORT_QUERY = {
  sort: Type.Optional(
    Word(LIST_SORTS, 'By when it was made: the newest first (`-createdAt`, as when nothing is said), or the oldest.'),
  ),
} as const

/** The list of charges can be ranked, too. */
export const CHARGE_SORT_QUERY = {
  sort: Type.Optional(
    Word(
      CHARGE_SORTS,
      'By when it was made: the newest first (`-createdAt`, as when nothing is said), or the oldest; by what the buyer pays (`finalValue`), or by when it was paid, those that were not last. The latter two take a list of at most 5,000: else 422, rule `tooMany`. With `paidFrom` or `paidTo` the list is by when it was paid, `-paidAt` where nothing is said, however long it is, and the other orders take at most 5,000.',
    ),
  ),
} as const

/** So can those of refunds and withdrawals. */
export const DISBURSEMENT_SORT_QUERY = {
  sort: Type.Optional(
    Word(
      DISBURSEMENT_SORTS,
      'By when it was made: the newest first (`-createdAt`, as when nothing is said), or the oldest; by amount, or by when it was carried out (`approvedAt`), those that were not last. The latter two take a list of at most 5,000: else 422, rule `tooMany`.',
    ),
  ),
} as const

/** Disputes by how long there is left to answer. */
export const DISPUTE_SORT_QUERY = {
  sort: Type.Optional(
    Word(
      DISPUTE_SORTS,
      'By when it was opened: the newest first (`-createdAt`, as when nothing is said), or the oldest; by the deadline (`dueAt`), those without one last, or by amount. The latter two take a list of at most 5,000: else 422, rule `tooMany`.',
    ),
  ),
} as const

/** Customers by when they bought last, and by what they paid. */
export const CUSTOMER_SORT_QUERY = {
  sort: Type.Optional(
    Word(
      CUSTOMER_SORTS,
      'By their first charge: the newest first (`-createdAt`, as when nothing is said), or the oldest; by their last one (`lastChargeAt`), or by what they paid in BRL (`approvedAmount`). The latter two take a list of at most 5,000, and `approvedAmount` one with at most 50,000 charges: else 422, rule `tooMany`.',
    ),
  ),
} as const

/** A handler gets a moment. */
export const From = (which = '') =>
  Type.Codec(DayOrMoment(`${which}From this moment on, or from the beginning of this day in São Paulo.`))
    .Decode(beginningOf)
    .Encode(beginningOf)

/** A handler gets a moment. */
export const To = (which = '') =>
  Type.Codec(DayOrMoment(`${which}Before this moment, or to the end of this day in São Paulo.`))
    .Decode(endOf)
    .Encode(endOf)

const BY_PAYMENT = 'By `paidAt`, when it was paid; the list is then by it, too, the last paid first. '

/** Lists that can be narrowed by time take these. */
export const PERIOD_QUERY = { createdFrom: Type.Optional(From()), createdTo: Type.Optional(To()) } as const

/** What is searched for. A handler gets undefined for a blank: an empty field searches for nothing. */
const Sought = (description: string) =>
  Type.Codec(
    Type.String({
      maxLength: 100,
      description: `${description} Accents and signs do not matter; signs alone find nothing.`,
    }),
  )
    .Decode((q): string | undefined => (q.trim() === '' ? undefined : q))
    .Encode((q) => q ?? '')

/** Lists that can be searched, too, take these. */
export const SEARCH_QUERY = {
  ...PERIOD_QUERY,
  q: Type.Optional(
    Sought(
      'Beginnings of words: a name, e-mail, document, telephone, reference or id, what `metadata` says, of a charge also what was sold; or an amount, as `19,90`. Not all of a long text is searched: 100 characters of a word, a title or a metadata value, 4,000 of all metadata and 1,000 of all titles. A page may be shorter than `limit` and still have a next one.',
    ),
  ),
} as const

/** Charges can be narrowed by when they were paid, too. */
export const CHARGE_SEARCH_QUERY = {
  ...SEARCH_QUERY,
  paidFrom: Type.Optional(From(BY_PAYMENT)),
  paidTo: Type.Optional(To(BY_PAYMENT)),
} as const

const Counted = {
  count: Type.Integer(),
  isMore: Type.Boolean({ description: 'There are more than these: a long list is counted no further.' }),
  amount: Nullable(
    Type.Integer({ description: 'Integer cents, where all have been counted and are of one currency.' }),
  ),
  amounts: Type.Array(
    Type.Object({ currency: Word(CURRENCIES), amount: Type.Integer({ description: 'Integer cents.' }) }),
    { description: 'By currency, where all have been counted and the list has amounts.' },
  ),
}

/** How many rows a list has. */
export const ListTotals = Type.Object({
  total: Type.Object(Counted),
  tabs: Type.Array(
    Type.Object({
      name: Type.String({ description: 'A status, or `needsAttention`; of differences a kind.' }),
      ...Counted,
    }),
  ),
})
export type ListTotals = Static<typeof ListTotals>
/** Lists of what is sold take this. */
export const NAME_QUERY = {
  q: Type.Optional(Sought('Beginnings of words of its name.')),
} as const

export const ListQuery = Type.Object(PAGE_QUERY)

/** A page of a list: newest first; `nextCursor` is null on the last one. */
export const ListOf = <T extends TSchema>(item: T) =>
  Type.Object({ data: Type.Array(item), nextCursor: Nullable(Type.String()) })
