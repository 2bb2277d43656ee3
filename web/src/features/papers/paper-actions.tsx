import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { usePaperFailure } from './use-paper-failure.ts'

interface PaperActionsProps {
  /** What the paper is. */
  label: string
  /** Valid for a minute, so it is asked for when the paper is opened. */
  addressOf: () => Promise<string | undefined>
  removal: UseMutationOptions<unknown, Error, void>
}

/** A kept paper is looked at or deleted. */
export function PaperActions({ label, addressOf, removal }: PaperActionsProps) {
  const { t } = useTranslation(['profile', 'common'])
  const fail = usePaperFailure()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation(removal)
  const show = () => {
    // Opened at once: a browser lets no page open another one later.
    const tab = window.open('', '_blank')
    addressOf().then(
      (url) => {
        if (tab && url) tab.location.href = url
        else tab?.close()
      },
      (error: Error) => {
        tab?.close()
        fail(error)
      },
    )
  }
  const erase = () =>
    remove.mutate(undefined, {
      onSuccess: () => toast.success(t('papers.removed')),
      onError: fail,
      onSettled: () => setAsking(false),
    })
  if (isAsking) {
    return (
      <fieldset className="flex flex-wrap items-center gap-2">
        <legend className="pb-2 text-pretty">{t('papers.sure', { name: label })}</legend>
        <Button size="small" autoFocus onClick={() => setAsking(false)}>
          {t('common:cancel')}
        </Button>
        <Button size="small" look="danger" busy={remove.isPending} onClick={erase}>
          {t('papers.remove')}
        </Button>
      </fieldset>
    )
  }
  return (
    <div className="flex gap-2">
      <Button size="small" aria-label={t('papers.openNamed', { name: label })} onClick={show}>
        {t('papers.open')}
      </Button>
      <Button size="small" aria-label={t('papers.removeNamed', { name: label })} onClick={() => setAsking(true)}>
        {t('papers.remove')}
      </Button>
    </div>
  )
}
