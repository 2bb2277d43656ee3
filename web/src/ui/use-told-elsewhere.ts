/** How a request of money ended, for a user who has left the page that shows it. */
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { isSurelyNotMade } from '../api/tries.ts'
import { failureWords } from '../i18n/failure-words.ts'
import { tellFailure } from './failure.tsx'
import { toast } from './toast.ts'

interface Made {
  id: string
  /** The provider has refused it. */
  isRefused: boolean
  failureMessage: string | null
}

/**
 * For the options of a mutation, which outlive its page. Nothing is told while the page is there.
 * @param list the address of the list that it will be in; its form is below it.
 * @param texts where the texts of the form stand.
 * @param place where its tries are kept: once one is answered, nothing is unknown of it any more.
 * @param source what the form was filled in from, as the form's address says it.
 */
export function useToldElsewhere(
  list: '/charges' | '/withdrawals',
  texts: 'charges' | 'disbursements',
  place: string,
  source?: string,
) {
  const { t } = useTranslation(['charges', 'disbursements'])
  const navigate = useNavigate()
  const [told] = useState(toast.ofSession)
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const leadingTo = (label: string, address: string) => ({
    action: { label, onClick: () => void navigate(`${list}/${address}`) },
  })
  return {
    /** @param amount as it is written. */
    tellMade({ id, isRefused, failureMessage }: Made, amount: string): void {
      toast.dismiss(place)
      if (isHere.current) return
      const said = { id, ...leadingTo(t(`${texts}:form.openMade`), id) }
      if (isRefused)
        told.error(t(`${texts}:form.madeRefused`, { amount }), {
          ...said,
          description: failureWords(failureMessage ?? ''),
        })
      else told.success(t(`${texts}:form.made`, { amount }), said)
    },
    tellError(error: Error): void {
      if (isHere.current) return
      if (isSurelyNotMade(error)) tellFailure(t(`${texts}:form.failed`), error)
      else {
        const description = t(`${texts}:form.unansweredLeft`)
        const form = leadingTo(t(`${texts}:form.openForm`), source ? `new?${source}` : 'new')
        told.warning(t(`${texts}:form.unanswered`), { id: place, description, ...form })
      }
    },
  }
}
