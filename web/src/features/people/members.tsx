import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Member } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { Panel } from '../../ui/panel.tsx'
import { endMembership, peopleQueries } from './queries.ts'

/** Who works here with the sign-in of another platform. */
export function MembersPanel() {
  const { t } = useTranslation('people')
  const members = useQuery(peopleQueries.members()).data?.data ?? []
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

function Line({ member: { userId, name, email, role } }: { member: Member }) {
  const { t } = useTranslation(['people', 'common'])
  const [open, setOpen] = useState(false)
  const end = useMutation(endMembership(useQueryClient()))
  const run = () => end.mutate(userId, { onError: (error) => tellFailure(t('failed'), error) })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3 md:px-6">
      <div className="min-w-0">
        <p className="truncate font-medium">{name}</p>
        <p className="text-[0.8125rem] text-ink-soft [overflow-wrap:anywhere]">
          {email} · {t(`common:account.roles.${role}`)}
        </p>
      </div>
      <Button size="small" aria-label={t('members.endOf', { name })} onClick={() => setOpen(true)}>
        {t('members.end')}
      </Button>
      <ConfirmDialog
        open={open}
        title={t('members.endOf', { name })}
        text={t('members.endText')}
        deed={t('members.end')}
        look="danger"
        busy={end.isPending}
        onConfirm={run}
        onClose={() => setOpen(false)}
      />
    </li>
  )
}
