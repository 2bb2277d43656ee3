/** What a received and a sent webhook have in common when one looks at it: the head, and doing it again. */
import { type QueryClient, type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { toast } from '../../ui/toast.ts'
import { StateBadge } from './state-badge.tsx'

interface DetailHeadProps extends ComponentProps<typeof StateBadge> {
  at: string
  action: ReactNode
}

export function DetailHead({ at, action, ...badge }: DetailHeadProps) {
  const { exact } = useFormat()
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <span className="flex items-center gap-3">
        <StateBadge {...badge} />
        <time dateTime={at} className="figures text-ink-soft">
          {exact(at)}
        </time>
      </span>
      {action}
    </div>
  )
}

interface AgainButtonProps<Row, Answer> {
  row: Row
  mutation: (queries: QueryClient) => UseMutationOptions<Answer, Error, Row>
  icon: LucideIcon
  /** What the button does, what is asked before, and what is said after. */
  texts: { label: string; title: string; text: string; done: string }
}

/** Replays or resends, once one has confirmed it. */
export function AgainButton<Row, Answer>({ row, mutation, icon: Icon, texts }: AgainButtonProps<Row, Answer>) {
  const { t } = useTranslation('webhooks')
  const [open, setOpen] = useState(false)
  const again = useMutation(mutation(useQueryClient()))
  const run = () =>
    again.mutate(row, {
      onSuccess: () => {
        setOpen(false)
        toast.success(texts.done)
      },
      onError: (error) => tellFailure(t('failed'), error),
    })
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Icon aria-hidden />
        {texts.label}
      </Button>
      <ConfirmDialog
        open={open}
        title={texts.title}
        text={texts.text}
        deed={texts.label}
        busy={again.isPending}
        onConfirm={run}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
