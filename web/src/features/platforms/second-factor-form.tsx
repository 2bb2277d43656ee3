import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import type { Platform } from '../../api/contract.ts'
import { explain } from '../../ui/states.tsx'
import { sessionQueries } from '../session/queries.ts'
import { changePlatform } from './queries.ts'

/** Whether everybody needs a second factor; saved as it is ticked. */
export function SecondFactorForm({ platform }: { platform: Platform }) {
  const { t } = useTranslation('platform')
  const queries = useQueryClient()
  const change = useMutation(changePlatform(queries))
  const choose = (secondFactorRequired: boolean) =>
    change.mutate(
      { id: platform.id, secondFactorRequired },
      {
        onSuccess: () => {
          toast.success(t('saved'))
          // Whoever asks for it may lack one themselves.
          return queries.invalidateQueries({ queryKey: sessionQueries.me().queryKey })
        },
        onError: (error) => toast.error(t('failed'), { description: explain(error).detail }),
      },
    )
  return (
    <label className="flex cursor-pointer gap-3">
      <input
        type="checkbox"
        checked={platform.secondFactorRequired}
        disabled={change.isPending}
        onChange={(event) => choose(event.target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <span>
        <span className="block font-medium">{t('secondFactor.required')}</span>
        <span className="block text-[0.8125rem] text-ink-soft text-pretty">{t('secondFactor.requiredHint')}</span>
      </span>
    </label>
  )
}
