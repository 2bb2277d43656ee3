import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '../../../../domain/role.ts'
import type { User } from '../../api/contract.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { toast } from '../../ui/toast.ts'
import { Papers } from '../papers/papers.tsx'
import { useSession } from '../session/session-context.ts'
import { isLastAdmin } from './last-admin.ts'
import { NameForm } from './name-form.tsx'
import { changePerson, removePerson, resetFactor } from './queries.ts'
import { RoleField } from './role-field.tsx'

type Deed = 'role' | 'disable' | 'enable' | 'reset' | 'remove'
/** What takes nothing away that a click does not give back. */
const HARMLESS: readonly Deed[] = ['role', 'enable']

/** What an administrator can change for another user. A user's own access is on the profile. */
export function PersonDialog({ person, onClose }: { person: User | undefined; onClose: () => void }) {
  const { t } = useTranslation('people')
  const me = useSession()
  return (
    <Dialog open={person !== undefined} onOpenChange={onClose} title={person?.name ?? ''} description={person?.email}>
      {person?.id === me.id && (
        <>
          <p className="text-ink-soft text-pretty">{t('person.own')}</p>
          <DialogActions>
            <LinkButton to="/profile" look="primary">
              {t('person.toProfile')}
            </LinkButton>
          </DialogActions>
        </>
      )}
      {person && person.id !== me.id && <Deeds key={person.id} person={person} onClose={onClose} />}
    </Dialog>
  )
}

function Deeds({ person, onClose }: { person: User; onClose: () => void }) {
  const { t } = useTranslation(['people', 'common'])
  const queries = useQueryClient()
  const change = useMutation(changePerson(queries))
  const reset = useMutation(resetFactor(queries))
  const remove = useMutation(removePerson(queries))
  const [role, setRole] = useState<Role>(person.role)
  const [deed, setDeed] = useState<Deed>()
  const [isReading, setReading] = useState(false)
  const { id, name, disabled, secondFactor } = person
  const told = (text: string) => ({
    onSuccess: () => {
      toast.success(text)
      onClose()
    },
    onError: (error: unknown) =>
      tellFailure(t('failed'), error, isLastAdmin(error) ? { rule_broken: t('person.lastAdmin') } : {}),
  })
  const run = {
    role: () => change.mutate({ id, role }, told(t('person.changed', { name }))),
    disable: () => change.mutate({ id, disabled: true }, told(t('person.disableDone', { name }))),
    enable: () => change.mutate({ id, disabled: false }, told(t('person.enableDone', { name }))),
    reset: () => reset.mutate(id, told(t('person.resetDone', { name }))),
    remove: () => remove.mutate(id, told(t('person.removeDone', { name }))),
  } satisfies Record<Deed, () => void>

  if (isReading) {
    return (
      <>
        <Papers userId={id} />
        <DialogActions>
          <Button onClick={() => setReading(false)}>{t('person.back')}</Button>
        </DialogActions>
      </>
    )
  }
  if (deed) {
    return (
      <>
        <p className="text-pretty">{t(`person.${deed}Text`, { name, role: t(`common:account.roles.${role}`) })}</p>
        <DialogActions>
          <Button onClick={() => setDeed(undefined)}>{t('common:cancel')}</Button>
          <Button
            look={HARMLESS.includes(deed) ? 'primary' : 'danger'}
            busy={change.isPending || reset.isPending || remove.isPending}
            onClick={run[deed]}
          >
            {t(`person.${deed}`)}
          </Button>
        </DialogActions>
      </>
    )
  }
  return (
    <div className="grid gap-6">
      <NameForm
        name={name}
        busy={change.isPending}
        onSave={(next) => change.mutate({ id, name: next }, told(t('name.done')))}
      />
      <div className="grid gap-3 border-t border-line pt-4">
        <RoleField role={role} onChange={setRole} />
        <Button
          look="primary"
          className="justify-self-start"
          disabled={role === person.role}
          onClick={() => setDeed('role')}
        >
          {t('person.role')}
        </Button>
      </div>
      <div className="flex flex-wrap gap-2 border-t border-line pt-4">
        <Button onClick={() => setDeed(disabled ? 'enable' : 'disable')}>
          {t(disabled ? 'person.enable' : 'person.disable')}
        </Button>
        <Button onClick={() => setReading(true)}>{t('person.papers')}</Button>
        {secondFactor === 'on' && <Button onClick={() => setDeed('reset')}>{t('person.reset')}</Button>}
        <Button onClick={() => setDeed('remove')}>{t('person.remove')}</Button>
      </div>
    </div>
  )
}
