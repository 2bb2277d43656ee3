/** How many recovery codes a user still has, and that they are few. */
import type { QueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { toast } from '../../ui/toast.ts'
import { profileQueries } from './queries.ts'

const FEW = 3

export const areFew = (left: number): boolean => left <= FEW

export function sayFew(left: number, t: TFunction<'profile'>): string {
  return left === 0 ? t('factor.none') : t('factor.few', { count: left })
}

/** To the user who signed in with one of them. @param toProfile opens the page on which new ones are made. */
export async function tellCodesLeft(
  queries: QueryClient,
  t: TFunction<'profile'>,
  toProfile: () => void,
): Promise<void> {
  const factor = await queries.fetchQuery(profileQueries.factor()).catch(() => undefined)
  if (factor?.state !== 'on') return
  const left = factor.recoveryCodesLeft
  if (!areFew(left))
    return void toast.info(t('factor.usedOne'), { description: t('factor.stillLeft', { count: left }) })
  toast.warning(t('factor.usedOne'), {
    description: sayFew(left, t),
    action: { label: t('factor.toProfile'), onClick: toProfile },
  })
}
