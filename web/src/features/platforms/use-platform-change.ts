import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import type { Platform, PlatformChange } from '../../api/contract.ts'
import { explain } from '../../ui/states.tsx'
import { changePlatform } from './queries.ts'

/** Saves some of the platform's settings, and says how it went. */
export function usePlatformChange({ id }: Pick<Platform, 'id'>) {
  const { t } = useTranslation('platform')
  const change = useMutation(changePlatform(useQueryClient()))
  const save = (wished: PlatformChange, onSaved: () => unknown = () => undefined) =>
    change.mutate(
      { id, ...wished },
      {
        onSuccess: () => {
          toast.success(t('saved'))
          return onSaved()
        },
        onError: (error) => toast.error(t('failed'), { description: explain(error).detail }),
      },
    )
  return { save, isSaving: change.isPending }
}
