import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isRefused } from '../../../../domain/charge.ts'
import { sendOnce } from '../../api/tries.ts'
import { useFormat } from '../../i18n/format.ts'
import { attemptPlace } from '../../ui/use-draft.ts'
import { useToldElsewhere } from '../../ui/use-told-elsewhere.ts'
import type { Submission } from './form-values.ts'
import { postCharge, rememberCharge, saveCard } from './queries.ts'

interface Options {
  /** What its form was filled in from, as the form's address says it. */
  source: string | undefined
  /** Called once it is made, though its page has been left. */
  onMade: () => void
}

/**
 * Sends a new charge, after its card. Of the card no more than its end is kept for a repeat. How it ended is told also once its page has
 * been left.
 * @param draft the form's.
 */
export function useSubmission(draft: string, { source, onMade }: Options) {
  const queries = useQueryClient()
  const { money } = useFormat()
  const place = attemptPlace(draft)
  const { tellMade, tellError } = useToldElsewhere('/charges', 'charges', place, source)
  return useMutation({
    mutationFn: ({ charge, card }: Submission) =>
      sendOnce(
        place,
        { charge, lastFour: card?.cardNumber?.slice(-4) },
        ({ cardId, key }) => postCharge(cardId ? { ...charge, cardId } : charge, key),
        {
          async prepare(sent) {
            if (card) sent.cardId ??= (await saveCard(card)).cardId
          },
        },
      ),
    onSuccess: (charge) => {
      onMade()
      const { id, failureMessage } = charge
      tellMade({ id, isRefused: isRefused(charge.status), failureMessage }, money(charge.finalValue, charge.currency))
      return rememberCharge(queries, charge)
    },
    onError: tellError,
  })
}
