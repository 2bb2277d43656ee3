import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { tellFailure } from '../../ui/failure.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toast } from '../../ui/toast.ts'
import { NameForm } from '../people/name-form.tsx'
import { useSession } from '../session/session-context.ts'
import { changeOwnName } from './queries.ts'

/** The name that one's colleagues and the audit log show; the e-mail stays. */
export function NamePanel() {
  const { t } = useTranslation(['people', 'profile'])
  const { name, email } = useSession()
  const change = useMutation(changeOwnName(useQueryClient()))
  const save = (next: string) =>
    change.mutate(next, {
      onSuccess: () => toast.success(t('name.done')),
      onError: (error) => tellFailure(t('profile:failed'), error),
    })
  return (
    <Panel title={t('name.title')}>
      <p className="mb-4 text-ink-soft wrap-anywhere">{t('name.text', { email })}</p>
      <NameForm name={name} busy={change.isPending} onSave={save} />
    </Panel>
  )
}
