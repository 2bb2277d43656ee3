import { typeboxResolver } from '@hookform/resolvers/typebox'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { MODES } from '../../../../domain/mode.ts'
import { ROLES } from '../../../../domain/role.ts'
import { isTestMode } from '../../api/mode.ts'
import { NewApiKey } from '../../api/schemas.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { withMissing } from '../../ui/missing-fields.ts'
import { OnceDialog } from '../../ui/once-dialog.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useErrorText } from '../../ui/use-error-text.ts'
import { useSession } from '../session/session-context.ts'
import { createApiKey } from './queries.ts'
import { sampleOf } from './sample.ts'

/** Two steps: what the key is for, then the key itself, this once. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['apiKeys', 'common'])
  const { testMode } = useSession()
  const errorText = useErrorText()
  const create = useMutation(createApiKey(useQueryClient()))
  const form = useForm<NewApiKey>({
    resolver: withMissing(typeboxResolver(NewApiKey)),
    defaultValues: { name: '', role: 'seller', mode: isTestMode ? 'test' : 'live' },
  })
  if (create.data) {
    return (
      <OnceDialog
        title={t('created.title')}
        text={t('created.text')}
        value={create.data.key}
        copy={t('created.copy')}
        done={t('created.done')}
        onClose={onClose}
      >
        <div className="mt-4">
          <CodeBlock title={t(`created.try.${create.data.mode}`)} text={sampleOf(create.data, location.origin)} />
        </div>
      </OnceDialog>
    )
  }
  const submit = form.handleSubmit((key) =>
    create.mutate(key, {
      onError: (error) => tellFailure(t('form.failed'), error),
    }),
  )
  return (
    <Dialog open onOpenChange={onClose} title={t('form.title')}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          required
          label={t('form.name')}
          placeholder={t('form.namePlaceholder')}
          error={errorText(form.formState.errors.name)}
          {...form.register('name')}
        />
        <Controller
          name="role"
          control={form.control}
          render={({ field: { ref, value, onChange, onBlur } }) => (
            <SelectField
              required
              ref={ref}
              label={t('form.role')}
              options={ROLES.map((role) => ({ value: role, label: t(`common:account.roles.${role}`) }))}
              value={value}
              onValueChange={(role) => onChange(role ?? 'seller')}
              onBlur={onBlur}
            />
          )}
        />
        {testMode && (
          <Controller
            name="mode"
            control={form.control}
            render={({ field: { ref, value, onChange, onBlur } }) => (
              <SelectField
                required
                ref={ref}
                label={t('form.mode')}
                options={MODES.map((mode) => ({ value: mode, label: t(`mode.${mode}`), hint: t(`modeHint.${mode}`) }))}
                value={value ?? 'live'}
                onValueChange={(mode) => onChange(mode ?? 'live')}
                onBlur={onBlur}
              />
            )}
          />
        )}
        <DialogActions>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="submit" look="primary" busy={create.isPending}>
            {t('form.submit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
