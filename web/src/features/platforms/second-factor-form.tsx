import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Platform } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { peopleQueries } from '../people/queries.ts'
import { sessionQueries } from '../session/queries.ts'
import { usePlatformChange } from './use-platform-change.ts'

const MOST_NAMED = 8

/** Whether everybody needs a second factor; whom that locks out is said before. */
export function SecondFactorForm({ platform }: { platform: Platform }) {
  const { t } = useTranslation(['platform', 'common'])
  const queries = useQueryClient()
  const { save, isSaving } = usePlatformChange(platform)
  const [asking, setAsking] = useState<'on' | 'off' | null>(null)
  const close = () => setAsking(null)
  const choose = (secondFactorRequired: boolean) =>
    save({ secondFactorRequired }, () => {
      close()
      // The user who requires it may lack a second factor.
      void queries.invalidateQueries({ queryKey: peopleQueries.people().queryKey, refetchType: 'none' })
      return queries.invalidateQueries({ queryKey: sessionQueries.me().queryKey })
    })
  return (
    <>
      <label className="flex cursor-pointer gap-3">
        <input
          type="checkbox"
          checked={platform.secondFactorRequired}
          disabled={isSaving}
          onChange={({ target }) => setAsking(target.checked ? 'on' : 'off')}
          className="mt-0.5 size-4 shrink-0 accent-accent"
        />
        <span>
          <span className="block font-medium">{t('secondFactor.required')}</span>
          <span className="block text-[0.8125rem] text-ink-soft text-pretty">{t('secondFactor.requiredHint')}</span>
        </span>
      </label>
      <Dialog open={asking === 'on'} onOpenChange={close} title={t('secondFactor.confirmTitle')}>
        <LockedOut />
        <DialogActions>
          <Button onClick={close}>{t('common:cancel')}</Button>
          <Button look="primary" busy={isSaving} onClick={() => choose(true)}>
            {t('secondFactor.confirm')}
          </Button>
        </DialogActions>
      </Dialog>
      <ConfirmDialog
        open={asking === 'off'}
        title={t('secondFactor.offTitle')}
        text={t('secondFactor.offText')}
        deed={t('secondFactor.off')}
        look="danger"
        busy={isSaving}
        onConfirm={() => choose(false)}
        onClose={close}
      />
    </>
  )
}

function LockedOut() {
  const { t } = useTranslation('platform')
  const people = useQuery(peopleQueries.people())
  if (people.isPending) return <Skeleton className="h-16" />
  if (people.isLoadingError) return <p className="text-pretty">{t('secondFactor.someLack')}</p>
  const lacking = people.data.data.filter(({ disabled, secondFactor }) => !disabled && secondFactor !== 'on')
  if (lacking.length === 0) {
    return <p className="text-pretty">{t('secondFactor.noneLacks')}</p>
  }
  return (
    <div className="grid gap-2">
      <p className="text-pretty">{t('secondFactor.lack', { count: lacking.length })}</p>
      <ul className="list-disc pl-5 text-ink-soft [overflow-wrap:anywhere]">
        {lacking.slice(0, MOST_NAMED).map(({ id, email }) => (
          <li key={id}>{email}</li>
        ))}
        {lacking.length > MOST_NAMED && <li>{t('secondFactor.others', { count: lacking.length - MOST_NAMED })}</li>}
      </ul>
    </div>
  )
}
