import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Pencil, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WebhookEndpoint } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { toast } from '../../ui/toast.ts'
import { changeEndpoint, removeEndpoint, rotateSecret, testEndpoint } from './queries.ts'

interface EndpointActionsProps {
  endpoint: WebhookEndpoint
  onEdit: () => void
  onSecret: (secret: string) => void
  onRemoved: () => void
}

type Question = 'rotate' | 'switchOff' | 'remove'

/** What an administrator can do with an endpoint. Irreversible actions ask for confirmation. */
export function EndpointActions({ endpoint, onEdit, onSecret, onRemoved }: EndpointActionsProps) {
  const { t } = useTranslation('endpoints')
  const queries = useQueryClient()
  const [asking, setAsking] = useState<Question | null>(null)
  const change = useMutation(changeEndpoint(queries))
  const rotate = useMutation(rotateSecret(queries))
  const remove = useMutation(removeEndpoint(queries))
  const onError = (error: Error) => tellFailure(t('failed'), error)
  const set = (enabled: boolean) => {
    const onSuccess = () => {
      setAsking(null)
      toast.success(t(enabled ? 'switchedOn' : 'switchedOff'))
    }
    change.mutate({ id: endpoint.id, enabled }, { onSuccess, onError })
  }
  const deeds = {
    rotate: () =>
      rotate.mutate(endpoint, {
        onSuccess: ({ secret }) => {
          setAsking(null)
          onSecret(secret)
        },
        onError,
      }),
    switchOff: () => set(false),
    remove: () =>
      remove.mutate(endpoint, {
        onSuccess: () => {
          toast.success(t('removed'))
          onRemoved()
        },
        onError,
      }),
  } as const satisfies Record<Question, () => void>
  const isBusy = change.isPending || rotate.isPending || remove.isPending
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <TestButton endpoint={endpoint} />
        <Button onClick={onEdit}>
          <Pencil aria-hidden />
          {t('edit')}
        </Button>
        <Button onClick={() => setAsking('rotate')}>
          <KeyRound aria-hidden />
          {t('rotate')}
        </Button>
        <Button busy={change.isPending} onClick={() => (endpoint.enabled ? setAsking('switchOff') : set(true))}>
          {t(endpoint.enabled ? 'switchOff' : 'switchOn')}
        </Button>
        <Button onClick={() => setAsking('remove')}>
          <Trash2 aria-hidden />
          {t('remove')}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={t(`ask.${asking}Title`)}
          text={t(`ask.${asking}Text`)}
          deed={t(`ask.${asking}Do`)}
          look={asking === 'rotate' ? 'primary' : 'danger'}
          busy={isBusy}
          onConfirm={deeds[asking]}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}

/** Sends one event that is about nothing, and says what was answered. */
function TestButton({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { t } = useTranslation('endpoints')
  const test = useMutation(testEndpoint(useQueryClient()))
  const run = () =>
    test.mutate(endpoint, {
      onSuccess: ({ delivered, status, error, text }) => {
        const description = [text, error].filter(Boolean).join(' ') || undefined
        if (delivered) toast.success(t(status === null ? 'test.kept' : 'test.delivered', { status }), { description })
        else toast.error(t(status === null ? 'test.silent' : 'test.refused', { status }), { description })
      },
      onError: (error) => tellFailure(t('failed'), error),
    })
  return (
    <Button busy={test.isPending} onClick={run}>
      <Send aria-hidden />
      {t('test.do')}
    </Button>
  )
}
