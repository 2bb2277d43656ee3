import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError, isProvidersRefusal, newIdempotencyKey } from '../../api/client.ts'
import type { Submission } from './form-values.ts'
import { postCharge, rememberCharge, saveCard } from './queries.ts'

interface Sent {
  body: string
  key: string
  /** Once the card is saved: a repeat charges the same one. */
  cardId?: string
}

/**
 * Sends a new charge, after its card. A repeat of a submission whose fate is not known carries the same key, so that it cannot charge
 * twice; one that was surely refused, or changed since, is a new one.
 */
export function useSubmission() {
  const queries = useQueryClient()
  const last = useRef<Sent | null>(null)
  const mutation = useMutation({
    mutationFn: async ({ charge, card }: Submission) => {
      const sent = last.current ?? { body: '', key: newIdempotencyKey() }
      if (card && !sent.cardId) sent.cardId = (await saveCard(card)).cardId
      return postCharge(sent.cardId ? { ...charge, cardId: sent.cardId } : charge, sent.key)
    },
    onSuccess: (charge) => rememberCharge(queries, charge),
  })
  return {
    ...mutation,
    send: (submission: Submission, onCreated: (id: string) => void) => {
      const body = JSON.stringify(submission)
      if (last.current?.body !== body) last.current = { body, key: newIdempotencyKey() }
      mutation.mutate(submission, {
        onSuccess: ({ id }) => {
          last.current = null
          onCreated(id)
        },
        onError: (error) => {
          if (isSurelyRefused(error)) last.current = null
        },
      })
    },
  }
}

/** The API says what happened: nothing. Not so without an answer, or while the first try is still under way (409). */
export function isSurelyRefused(error: unknown): boolean {
  if (!(error instanceof ApiError) || !error.problem) return false
  return (error.status < 500 && error.status !== 409) || isProvidersRefusal(error)
}
