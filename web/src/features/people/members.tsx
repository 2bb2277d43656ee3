import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Member, MemberList } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FailedPanel } from '../../ui/failed-panel.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toast } from '../../ui/toast.ts'
import { useFirstFailure } from '../../ui/unread.tsx'
import { useSession } from '../session/session-context.ts'
import { FactorBadge } from './factor-badge.tsx'
import { MemberRoleDialog } from './member-role.tsx'
import { endMembership } from './queries.ts'

/** Who works here with the sign-in of another platform. */
export function MembersPanel({ query }: { query: UseQueryResult<MemberList> }) {
  const { t } = useTranslation('people')
  const failure = useFirstFailure(query)
  if (failure !== null) return <FailedPanel title={t('members.title')} query={query} />
  const members = query.data?.data ?? []
  if (members.length === 0) return null
  return (
    <Panel flush title={t('members.title')}>
      <ul className="divide-y divide-line">
        {members.map((member) => (
          <Line key={member.userId} member={member} />
        ))}
      </ul>
    </Panel>
  )
}

function Line({ member }: { member: Member }) {
  const { userId, name, email, role, secondFactor } = member
  const { t } = useTranslation(['people', 'common'])
  const me = useSession()
  const [open, setOpen] = useState(false)
  const [isChanging, setChanging] = useState(false)
  // Its row is gone by the time that it has ended: what is told of it may not depend on the row.
  const end = useMutation({
    ...endMembership(useQueryClient()),
    onSuccess: () => toast.success(t('members.ended', { name })),
    onError: (error) => tellFailure(t('failed'), error),
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3 md:px-6">
      <div className="min-w-0">
        <p className="truncate font-medium">{name}</p>
        <p className="text-[0.8125rem] text-ink-soft [overflow-wrap:anywhere]">
          {email} · {t(`common:account.roles.${role}`)}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <span className="sr-only">{t('column.factor')}: </span>
        <span title={t('column.factor')}>
          <FactorBadge state={secondFactor} />
        </span>
        {userId !== me.id && (
          <Button size="small" aria-label={t('members.roleOf', { name })} onClick={() => setChanging(true)}>
            {t('person.role')}
          </Button>
        )}
        <Button size="small" aria-label={t('members.endOf', { name })} onClick={() => setOpen(true)}>
          {t('members.end')}
        </Button>
      </div>
      {isChanging && <MemberRoleDialog member={member} onClose={() => setChanging(false)} />}
      <ConfirmDialog
        open={open}
        title={t('members.endOf', { name })}
        text={t('members.endText')}
        deed={t('members.end')}
        look="danger"
        busy={end.isPending}
        onConfirm={() => end.mutate(userId)}
        onClose={() => setOpen(false)}
      />
    </li>
  )
}
