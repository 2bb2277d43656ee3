/** How many recovery codes a user still has, and that they are few. */
import type { QueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { toast } from 'sonner'
import { router } from '../../routes/router.tsx'
import { profileQueries } from './queries.ts'

const FEW = 3
/** A toast with a button stays long enough to be seen. */
const LONG_MS = 60_000

export const areFew = (left: number): boolean => left <= FEW

export function sayFew(left: number, t: TFunction<'profile'>): string {
  return left === 0 ? t('factor.none') : t('factor.few', { count: left })
}

/** To the user who signed in with one of them. */
export async function tellCodesLeft(queries: QueryClient, t: TFunction<'profile'>): Promise<void> {
  const factor = await queries.fetchQuery(profileQueries.factor()).catch(() => undefined)
  if (factor?.state !== 'on') return
  const left = factor.recoveryCodesLeft
  if (!areFew(left))
    return void toast.info(t('factor.usedOne'), { description: t('factor.stillLeft', { count: left }) })
  toast.warning(t('factor.usedOne'), {
    duration: LONG_MS,
    description: sayFew(left, t),
    action: { label: t('factor.toProfile'), onClick: () => void router.navigate('/profile') },
  })
}
