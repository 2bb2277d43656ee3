import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import type { WaitingItem } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { TableSkeleton } from '../../ui/data-table.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Page } from '../../ui/page.tsx'
import { rowsOf } from '../../ui/paged-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { mayOperate, useSession } from '../session/session-context.ts'
import { WaitingRow } from './item.tsx'
import { type BulkOperation, operationOf } from './model.ts'
import { attentionQueries, decideInBulk } from './queries.ts'

/** Everything that a person must decide, oldest first. */
export function AttentionPage() {
  const { t } = useTranslation(['attention', 'common'])
  const query = useInfiniteQuery(attentionQueries.list())
  const isOperator = mayOperate(useSession())
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const items = rowsOf<WaitingItem>(query)
  const total = query.data?.pages[0]?.total ?? 0
  const choose = (id: string, isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, id] : [...before].filter((known) => known !== id)))
  return (
    <Page title={t('title')} lead={t('lead')}>
      {isOperator && <Bulk items={items.filter(({ id }) => chosen.has(id))} onDone={() => setChosen(new Set())} />}
      <Panel flush title={total > 0 ? t('count', { count: total }) : undefined}>
        {query.isPending && <TableSkeleton columns={3} label={t('common:loading')} />}
        {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {query.isSuccess && items.length === 0 && (
          <EmptyState icon={CircleCheck} title={t('emptyTitle')}>
            {t('emptyText')}
          </EmptyState>
        )}
        <ul aria-label={t('title')} className="divide-y divide-line">
          {items.map((item) => (
            <WaitingRow
              key={item.id}
              item={item}
              isChosen={chosen.has(item.id)}
              onChoose={isOperator && operationOf(item) ? (isChosen) => choose(item.id, isChosen) : undefined}
            />
          ))}
        </ul>
      </Panel>
      {query.hasNextPage && (
        <div className="mt-4 flex justify-center">
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('common:loadMore')}
          </Button>
        </div>
      )}
    </Page>
  )
}

/** One decision for all that were chosen; each still judges for itself whether it may. */
function Bulk({ items, onDone }: { items: readonly WaitingItem[]; onDone: () => void }) {
  const { t } = useTranslation(['attention', 'common'])
  const [open, setOpen] = useState<BulkOperation | null>(null)
  const decision = useMutation(decideInBulk(useQueryClient()))
  const of = (operation: BulkOperation) => items.filter((item) => operationOf(item) === operation)
  const send = (operation: BulkOperation) =>
    decision.mutate(of(operation), {
      onSuccess: ({ taken, noEffect, refused }) => {
        setOpen(null)
        onDone()
        if (taken > 0) toast.success(t('taken', { count: taken }))
        if (noEffect > 0) toast.warning(t('noEffect', { count: noEffect }))
        if (refused > 0) toast.error(t('refused', { count: refused }))
      },
    })
  if (items.length === 0) return null
  const count = open ? of(open).length : 0
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <p aria-live="polite" className="mr-auto text-ink-soft">
        {t('chosen', { count: items.length })}
      </p>
      {(['retry', 'acknowledge'] as const)
        .filter((operation) => of(operation).length > 0)
        .map((operation) => (
          <Button key={operation} onClick={() => setOpen(operation)}>
            {t(`bulk.${operation}`, { count: of(operation).length })}
          </Button>
        ))}
      <Dialog
        open={open !== null}
        onOpenChange={(isOpen) => !isOpen && setOpen(null)}
        title={open ? t(`bulk.${open}Title`, { count }) : ''}
        description={open && t(`bulk.${open}Text`)}
      >
        <DialogActions>
          <Button onClick={() => setOpen(null)}>{t('common:cancel')}</Button>
          <Button look="primary" busy={decision.isPending} onClick={() => open && send(open)}>
            {open && t(`bulk.${open}`, { count })}
          </Button>
        </DialogActions>
      </Dialog>
    </div>
  )
}
