import { useTranslation } from 'react-i18next'
import { BUYER } from '../../../../domain/requester.ts'
import type { WaitingItem } from '../../api/contract.ts'
import { useActorName } from '../history/actor.ts'

/** The name of who requested an item; undefined where that is not known, or nothing was requested. */
export function useRequester(): (item: WaitingItem) => string | undefined {
  const { t } = useTranslation('attention')
  const nameOf = useActorName()
  return (item) => {
    const by = 'createdByUser' in item && item.createdByUser
    if (!by) return undefined
    return by === BUYER ? t('buyer') : nameOf(by)
  }
}
