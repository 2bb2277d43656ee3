import type { UseQueryResult } from '@tanstack/react-query'
import { Building2, Check, Plus } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import type { WorkplaceList } from '../api/contract.ts'
import { workplaceId, workplacePath } from '../api/mode.ts'
import { MENU_ITEM, MENU_LABEL } from '../ui/menu.ts'
import { Skeleton } from '../ui/skeleton.tsx'

interface WorkplacesProps {
  known: UseQueryResult<WorkplaceList>
  /** For who may found another one. */
  onFound: (() => void) | undefined
}

/** The other platforms that a user works for. Links: each is another page, and what this one has loaded stays behind. */
export function Workplaces({ known, onFound }: WorkplacesProps) {
  const { t } = useTranslation('common')
  const places = known.data?.data ?? []
  if (places.length < 2 && !onFound) return null
  return (
    <>
      <DropdownMenu.Label className={MENU_LABEL}>{t('account.platforms')}</DropdownMenu.Label>
      {/* The first one comes where room was kept for it: what is pressed meanwhile does not move away. */}
      {known.isLoading && (
        <div aria-hidden className={MENU_ITEM}>
          <Skeleton className="h-4 flex-1" />
        </div>
      )}
      {places.map((place) => {
        const isHere = workplaceId === undefined ? place.home : place.id === workplaceId
        return (
          <DropdownMenu.Item key={place.id} asChild className={MENU_ITEM}>
            <a href={workplacePath(place)} aria-current={isHere ? 'true' : undefined}>
              <Building2 aria-hidden />
              <span className="min-w-0 flex-1 truncate">{place.name}</span>
              {isHere && <Check aria-hidden />}
            </a>
          </DropdownMenu.Item>
        )
      })}
      {onFound && (
        <DropdownMenu.Item className={MENU_ITEM} onSelect={onFound}>
          <Plus aria-hidden />
          {t('account.found')}
        </DropdownMenu.Item>
      )}
      <DropdownMenu.Separator className="my-1 border-t border-line" />
    </>
  )
}
