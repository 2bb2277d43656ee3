import { useQuery } from '@tanstack/react-query'
import { keyName } from '../../../../domain/requester.ts'
import { apiKeyQueries } from '../api-keys/queries.ts'
import { useActorName } from '../history/actor.ts'
import { peopleQueries } from '../people/queries.ts'

/** Whose deeds can be chosen: the platform's people and its API keys, as the log names them. */
export function useActors(): readonly { value: string; label: string }[] {
  const nameOf = useActorName()
  const people = useQuery(peopleQueries.people()).data?.data ?? []
  const keys = useQuery(apiKeyQueries.list()).data?.data ?? []
  const actors = new Set([...people.map(({ email }) => email), ...keys.map(({ name }) => keyName(name))])
  return [...actors].map((value) => ({ value, label: nameOf(value) }))
}
