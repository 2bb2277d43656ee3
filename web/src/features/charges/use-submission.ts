import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendOnce } from '../../api/tries.ts'
import { attemptPlace } from '../../ui/use-draft.ts'
import type { Submission } from './form-values.ts'
import { postCharge, rememberCharge, saveCard } from './queries.ts'

/**
 * Sends a new charge, after its card. Of the card no more than its end is kept for a repeat.
 * @param draft the form's.
 * @param onMade called once it is made, though its page has been left.
 */
export function useSubmission(draft: string, onMade: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ charge, card }: Submission) =>
      sendOnce(
        attemptPlace(draft),
        { charge, lastFour: card?.cardNumber.slice(-4) },
        ({ cardId, key }) => postCharge(cardId ? { ...charge, cardId } : charge, key),
        async (sent) => {
          if (card) sent.cardId ??= (await saveCard(card)).cardId
        },
      ),
    onSuccess: (charge) => {
      onMade()
      return rememberCharge(queries, charge)
    },
  })
}
