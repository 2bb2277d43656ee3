/** What a platform has few of, and the catalogue of providers: all of it is read, and looked through here. */
import { useQuery } from '@tanstack/react-query'
import type { Me } from '../../api/contract.ts'
import { plain } from '../../ui/text-match.ts'
import { apiKeyQueries } from '../api-keys/queries.ts'
import { peopleQueries } from '../people/queries.ts'
import { providerQueries } from '../providers/queries.ts'
import { routingQueries } from '../routing/queries.ts'
import { mayOperate } from '../session/session-context.ts'
import { endpointQueries } from '../webhook-endpoints/queries.ts'
import type { Place } from './places.ts'

/** Of each group: one may hold dozens with the same word. */
const FEW = 4
const FRESH_MS = 30_000

/** All of it that this person may open. */
export function useCatalogue(me: Me): readonly Place[] {
  const staleTime = FRESH_MS
  const ofAdmins = { enabled: me.role === 'admin', staleTime }
  const ofOperators = { enabled: mayOperate(me), staleTime }
  const accounts = useQuery({ ...providerQueries.accounts(), staleTime }).data?.data ?? []
  const providers = useQuery(providerQueries.catalog()).data?.data ?? []
  const endpoints = useQuery({ ...endpointQueries.list(), ...ofOperators }).data?.data ?? []
  const rules = useQuery({ ...routingQueries.rules(), ...ofOperators }).data?.data ?? []
  const people = useQuery({ ...peopleQueries.people(), ...ofAdmins }).data?.data ?? []
  const keys = useQuery({ ...apiKeyQueries.list(), ...ofAdmins }).data?.data ?? []
  return [
    ...accounts.map(({ id, name, provider }) => ({
      group: 'account' as const,
      to: `/providers?account=${id}`,
      label: name,
      hint: provider,
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
