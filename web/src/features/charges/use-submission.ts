import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError, newIdempotencyKey } from '../../api/client.ts'
import type { NewCharge } from '../../api/contract.ts'
import { createCharge } from './queries.ts'

/**
 * Sends a new charge. A repeat of a submission whose fate is not known carries the same key, so that it cannot charge
 * twice; one that was surely refused, or changed since, is a new one.
 */
export function useSubmission() {
  const queries = useQueryClient()
  const last = useRef<{ body: string; key: string } | null>(null)
  const mutation = useMutation(createCharge(queries))
  return {
    ...mutation,
    send: (charge: NewCharge, onCreated: (id: string) => void) => {
      const body = JSON.stringify(charge)
      const key = last.current?.body === body ? last.current.key : newIdempotencyKey()
      last.current = { body, key }
      mutation.mutate(
        { charge, key },
        {
          onSuccess: ({ id }) => onCreated(id),
          onError: (error) => {
            if (isSurelyRefused(error)) last.current = null
          },
        },
      )
    },
  }
}

/** The API says what happened: nothing. Not so without an answer, or while the first try is still under way (409). */
export function isSurelyRefused(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return (error.status >= 400 && error.status < 500 && error.status !== 409) || error.status === 502
}
