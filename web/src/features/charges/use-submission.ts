import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { defined } from '../../../../domain/defined.ts'
import { ApiError, isProvidersRefusal, newIdempotencyKey } from '../../api/client.ts'
import { inTab } from '../../ui/storage.ts'
import { attemptPlace } from '../../ui/use-draft.ts'
import type { Submission } from './form-values.ts'
import { postCharge, rememberCharge, saveCard } from './queries.ts'

interface Sent {
  body: string
  key: string
  /** Once the card is saved: a repeat charges the same one. */
  cardId?: string
}

/** Of what was sent, as much as may be kept for a page that is loaded again: of a card no more than its end. */
interface KeptTry extends Omit<Sent, 'body'> {
  charge: string
  lastFour?: string
}

const lastFourOf = ({ card }: Submission) => card?.cardNumber.slice(-4)

/**
 * Sends a new charge, after its card. A repeat of a submission whose fate is not known carries the same key, so that it cannot charge
 * twice, also after the page was loaded again; one that was surely refused, or changed since, is a new one.
 * @param name whose charge.
 */
export function useSubmission(name: string) {
  const queries = useQueryClient()
  const place = attemptPlace(name)
  const last = useRef<Sent | null>(null)
  const mutation = useMutation({
    mutationFn: async (submission: Submission) => {
      const { charge, card } = submission
      const sent = last.current ?? { body: '', key: newIdempotencyKey() }
      if (card && !sent.cardId) sent.cardId = (await saveCard(card)).cardId
      const { key, cardId } = sent
      const ofCard = defined({ cardId, lastFour: lastFourOf(submission) })
      const kept: KeptTry = { charge: JSON.stringify(charge), key, ...ofCard }
      inTab.set(place, JSON.stringify(kept))
      return postCharge(cardId ? { ...charge, cardId } : charge, key)
    },
    onSuccess: (charge) => rememberCharge(queries, charge),
  })
  const end = () => {
    last.current = null
    inTab.remove(place)
  }
  return {
    ...mutation,
    send: (submission: Submission, onCreated: (id: string) => void) => {
      const body = JSON.stringify(submission)
      if (last.current?.body !== body)
        last.current = { body, ...(keptOf(place, submission) ?? { key: newIdempotencyKey() }) }
      mutation.mutate(submission, {
        onSuccess: ({ id }) => {
          end()
          onCreated(id)
        },
        onError: (error) => {
          if (isSurelyRefused(error)) end()
        },
      })
    },
  }
}

/** The try before, if it was of the same. */
function keptOf(place: string, submission: Submission): Omit<Sent, 'body'> | undefined {
  const { charge, lastFour, ...sent }: Partial<KeptTry> = JSON.parse(inTab.get(place) ?? '{}')
  const isSame = charge === JSON.stringify(submission.charge) && lastFour === lastFourOf(submission)
  return isSame && sent.key !== undefined ? { ...sent, key: sent.key } : undefined
}

/** The API says what happened: nothing. Not so without an answer, or while the first try is still under way (409). */
export function isSurelyRefused(error: unknown): boolean {
  if (!(error instanceof ApiError) || !error.problem) return false
  return (error.status < 500 && error.status !== 409) || isProvidersRefusal(error)
}
