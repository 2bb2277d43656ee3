import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { NewWebhookEndpoint, WebhookEndpoint } from '../../api/contract.ts'
import { fieldErrorsOf } from '../../api/field-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { saidByApi, useErrorText } from '../../ui/use-error-text.ts'
import { EventChoice } from './event-choice.tsx'
import { resolveEndpoint } from './form-values.ts'
import { addEndpoint, changeEndpoint } from './queries.ts'

interface EndpointDialogProps {
  /** Missing: a new one. */
  endpoint?: WebhookEndpoint
  onClose: () => void
  /** Of a new one. */
  onSecret: (secret: string) => void
}

/** Where events go, and which: of a new endpoint, or of one that is there. */
export function EndpointDialog({ endpoint, onClose, onSecret }: EndpointDialogProps) {
  const { t } = useTranslation(['endpoints', 'common'])
  const errorText = useErrorText()
  const queries = useQueryClient()
  const add = useMutation(addEndpoint(queries))
  const change = useMutation(changeEndpoint(queries))
  const form = useForm<NewWebhookEndpoint>({
    resolver: resolveEndpoint,
    defaultValues: { url: endpoint?.url ?? '', events: endpoint?.events ?? ['*'] },
  })
  const onError = (error: Error) => {
    for (const told of fieldErrorsOf(error)) {
      if (told.path === '/url') form.setError('url', saidByApi(told))
    }
    tellFailure(t('form.failed'), error)
  }
  const submit = form.handleSubmit(({ url, events }) => {
    if (!endpoint) {
      const onSuccess = ({ secret }: { secret: string }) => {
        onClose()
        onSecret(secret)
      }
      return add.mutate({ url, events }, { onSuccess, onError })
    }
    const onSuccess = () => {
      onClose()
      toast.success(t('form.saved'))
    }
    return change.mutate({ id: endpoint.id, url, events }, { onSuccess, onError })
  })
  const { errors } = form.formState
  return (
    <Dialog sheet open onOpenChange={onClose} title={t(endpoint ? 'form.change' : 'form.title')}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <TextField
          required
          type="url"
          inputMode="url"
          autoComplete="off"
          label={t('form.url')}
          placeholder="https://"
          helper={t('form.urlHelp')}
          error={errorText(errors.url, 'uri')}
          {...form.register('url')}
        />
        <Controller
          name="events"
          control={form.control}
          render={({ field: { value, onChange } }) => (
            <EventChoice value={value} onChange={onChange} error={errors.events ? t('form.noEvents') : undefined} />
          )}
        />
        <DialogActions>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="submit" look="primary" busy={add.isPending || change.isPending}>
            {t(endpoint ? 'form.save' : 'form.submit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
