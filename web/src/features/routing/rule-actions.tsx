import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Pencil, Power, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RoutingRule } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { toast } from '../../ui/toast.ts'
import { forgetPause, usePause } from '../../ui/use-pause.ts'
import { changeRules, deleteRule } from './queries.ts'
import { RuleDialog } from './rule-form.tsx'

export function RuleActions({ rule, rules }: { rule: RoutingRule; rules: readonly RoutingRule[] }) {
  const { t } = useTranslation('routing')
  const queries = useQueryClient()
  const change = useMutation(changeRules(queries))
  const [open, setOpen] = useState<'edit' | 'delete' | undefined>()
  const { id, name, enabled } = rule
  const onError = (error: unknown) => tellFailure(t('failed'), error)
  // Its row is gone by the time that it is deleted: what is told of it may not depend on the row.
  const remove = useMutation({
    ...deleteRule(queries),
    onError,
    onSuccess: () => {
      forgetPause(id)
      toast.success(t('deleted'))
    },
  })
  const index = rules.findIndex((one) => one.id === id)
  const pause = usePause((switched) => change.mutateAsync([switched]), { paused: t('paused'), failed: t('failed') })
  const move = (to: number) => {
    const ordered = rules.filter((one) => one.id !== id).toSpliced(to, 0, rule)
    const moved = ordered
      .map((one, place) => ({ id: one.id, position: place + 1, was: one.position }))
      .filter(({ position, was }) => position !== was)
    change.mutate(
      moved.map(({ id: moving, position }) => ({ id: moving, position })),
      { onError },
    )
  }
  return (
    <span className="inline-flex justify-end gap-1">
      <Button
        look="quiet"
        size="icon"
        disabled={index <= 0 || change.isPending}
        aria-label={t('up', { name })}
        onClick={() => move(index - 1)}
      >
        <ArrowUp aria-hidden />
      </Button>
      <Button
        look="quiet"
        size="icon"
        disabled={index === rules.length - 1 || change.isPending}
        aria-label={t('down', { name })}
        onClick={() => move(index + 1)}
      >
        <ArrowDown aria-hidden />
      </Button>
      <Button
        look="quiet"
        size="icon"
        aria-pressed={enabled}
        aria-label={t(enabled ? 'turnOff' : 'turnOn', { name })}
        onClick={() => pause(rule, name)}
      >
        <Power aria-hidden />
      </Button>
      <Button look="quiet" size="icon" aria-label={t('edit', { name })} onClick={() => setOpen('edit')}>
        <Pencil aria-hidden />
      </Button>
      <Button look="quiet" size="icon" aria-label={t('delete', { name })} onClick={() => setOpen('delete')}>
        <Trash2 aria-hidden />
      </Button>
      {open === 'edit' && <RuleDialog rule={rule} onClose={() => setOpen(undefined)} />}
      <ConfirmDialog
        open={open === 'delete'}
        title={t('deleteTitle', { name })}
        text={t('deleteText')}
        deed={t('deleteDo')}
        look="danger"
        busy={remove.isPending}
        onConfirm={() => remove.mutate(id)}
        onClose={() => setOpen(undefined)}
      />
    </span>
  )
}
