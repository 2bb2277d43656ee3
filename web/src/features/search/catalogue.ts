/** What a platform has few of, and the catalogue of providers: all of it is read, and looked through here. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Export, Me, Statement } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { LINK_NAMES, LINK_TEXTS } from '../../routes/links.ts'
import { rowsOf } from '../../ui/paged-table.tsx'
import { plain } from '../../ui/text-match.ts'
import { apiKeyQueries } from '../api-keys/queries.ts'
import { exportQueries } from '../exports/queries.ts'
import { savedFilters } from '../lists/saved-filters.ts'
import { peopleQueries } from '../people/queries.ts'
import { providerQueries } from '../providers/queries.ts'
import { useProviderName } from '../providers/use-provider-name.ts'
import { reconciliationQueries } from '../reconciliation/queries.ts'
import { routingQueries } from '../routing/queries.ts'
import { mayOperate } from '../session/session-context.ts'
import { endpointQueries } from '../webhook-endpoints/queries.ts'
import type { Place } from './places.ts'

/** Of each group: one may hold dozens with the same word. */
const FEW = 4
const FRESH_MS = 30_000

/** All of it that this person may open. */
export function useCatalogue(me: Me): readonly Place[] {
  const { t } = useTranslation([...LINK_TEXTS])
  const { exact } = useFormat()
  const providerName = useProviderName()
  const staleTime = FRESH_MS
  const ofAdmins = { enabled: me.role === 'admin', staleTime }
  const ofOperators = { enabled: mayOperate(me), staleTime }
  const accounts = useQuery({ ...providerQueries.accounts(), staleTime }).data?.data ?? []
  const providers = useQuery(providerQueries.catalog()).data?.data ?? []
  const endpoints = useQuery({ ...endpointQueries.list(), ...ofOperators }).data?.data ?? []
  const rules = useQuery({ ...routingQueries.rules(), ...ofOperators }).data?.data ?? []
  const people = useQuery({ ...peopleQueries.people(), ...ofAdmins }).data?.data ?? []
  const members = useQuery({ ...peopleQueries.members(), ...ofAdmins }).data?.data ?? []
  const filters = useQuery({ ...savedFilters(me), staleTime }).data ?? []
  const files = rowsOf<Export>(useInfiniteQuery({ ...exportQueries.list(), staleTime }))
  const statements = rowsOf<Statement>(useInfiniteQuery({ ...reconciliationQueries.statements(), ...ofOperators }))
  const keys = useQuery({ ...apiKeyQueries.list(), ...ofAdmins }).data?.data ?? []
  return [
    ...accounts.map(({ id, name, provider }) => ({
      group: 'account' as const,
      to: `/providers?account=${id}`,
      label: name,
      hint: providerName(provider),
    })),
    ...providers.map(({ code, name }) => ({
      group: 'provider' as const,
      to: `/providers?view=catalog&open=${code}`,
      label: name,
    })),
    ...rules.map(({ id, name }) => ({ group: 'rule' as const, to: `/routing?rule=${id}`, label: name })),
    ...endpoints.map(({ id, url }) => ({
      group: 'endpoint' as const,
      to: `/webhook-endpoints?open=${id}`,
      label: url,
    })),
    ...people.map(({ id, name, email }) => ({
      group: 'person' as const,
      to: `/people?open=${id}`,
      label: name,
      hint: email,
    })),
    ...members.map(({ name, email }) => ({ group: 'person' as const, to: '/people', label: name, hint: email })),
    ...people.map(({ name, email }) => ({
      group: 'audit' as const,
      to: `/audit-log?actor=${encodeURIComponent(email)}`,
      label: name,
      hint: email,
    })),
    ...filters.map(({ list, name, search }) => ({
      group: 'filter' as const,
      to: `/${list}?${search}`,
      label: name,
      hint: t(LINK_NAMES[`/${list}`]),
    })),
    ...files.map(({ resource, createdAt }) => ({
      group: 'file' as const,
      to: '/exports',
      label: t(LINK_NAMES[`/${resource}`]),
      hint: exact(createdAt),
    })),
    ...statements.map(({ name, createdAt }) => ({
      group: 'statement' as const,
      to: '/reconciliation',
      label: name,
      hint: exact(createdAt),
    })),
    ...keys.map(({ id, name, hint }) => ({ group: 'key' as const, to: `/api-keys?key=${id}`, label: name, hint })),
  ]
}

/** The first few of each group whose names hold each of the words. */
export function catalogued(text: string, places: readonly Place[]): Place[] {
  const words = plain(text).split(/\s+/).filter(Boolean)
  const fits = ({ label, hint = '' }: Place) => words.every((word) => plain(`${label} ${hint}`).includes(word))
  // They stand group by group.
  return places.filter(fits).filter(({ group }, at, found) => found[at - FEW]?.group !== group)
}
