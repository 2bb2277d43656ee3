import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Platform, PlatformChange } from '../../api/contract.ts'
import { tellFailure } from '../../ui/failure.tsx'
import { toast } from '../../ui/toast.ts'
import { changePlatform } from './queries.ts'

/** Saves some of the platform's settings, and says how it went. */
export function usePlatformChange({ id }: Pick<Platform, 'id'>) {
  const { t } = useTranslation('platform')
  const change = useMutation(changePlatform(useQueryClient()))
  /** @param onRefused whether the form shows what is wrong; all other errors are told in a toast. */
  const save = (
    wished: PlatformChange,
    onSaved: () => unknown = () => undefined,
    onRefused: (error: Error) => boolean = () => false,
  ) =>
    change.mutate(
      { id, ...wished },
      {
        onSuccess: () => {
          toast.success(t('saved'))
          return onSaved()
        },
        onError: (error) => {
          if (!onRefused(error)) tellFailure(t('failed'), error)
        },
      },
    )
  return { save, isSaving: change.isPending }
}
