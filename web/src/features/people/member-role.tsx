import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Member } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { toast } from '../../ui/toast.ts'
import { isLastAdmin } from './last-admin.ts'
import { changeMember } from './queries.ts'
import { RoleField } from './role-field.tsx'

/** What a member may do here. Their sign-in is of another platform and stays as it is. */
export function MemberRoleDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { t } = useTranslation(['people', 'common'])
  const change = useMutation(changeMember(useQueryClient()))
  const { userId, name } = member
  const [role, setRole] = useState(member.role)
  const run = () =>
    change.mutate(
      { userId, role },
      {
        onSuccess: () => {
          toast.success(t('members.roleDone', { name }))
          onClose()
        },
        onError: (error) =>
          tellFailure(t('failed'), error, isLastAdmin(error) ? { rule_broken: t('person.lastAdmin') } : {}),
      },
    )
  return (
    <Dialog open onOpenChange={onClose} title={t('members.roleOf', { name })} description={t('members.roleText')}>
      <RoleField role={role} onChange={setRole} />
      <DialogActions>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <Button look="primary" busy={change.isPending} disabled={role === member.role} onClick={run}>
          {t('person.role')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
