import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { canBeSentAgain, isInvitationOpen } from '../../../../domain/access-link.ts'
import type { Invitation } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FailedPanel } from '../../ui/failed-panel.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toast } from '../../ui/toast.ts'
import { useFirstFailure } from '../../ui/unread.tsx'
import { resendInvitation, withdrawInvitation } from './queries.ts'

/** Invitations that are still open, or have expired. */
export function InvitationsPanel({ query }: { query: UseQueryResult<{ data: Invitation[] }> }) {
  const { t } = useTranslation('people')
  const failure = useFirstFailure(query)
  const waiting = query.data?.data.filter(({ state }) => canBeSentAgain(state)) ?? []
  if (failure !== null) return <FailedPanel title={t('invitations.title')} query={query} />
  if (waiting.length === 0) return null
  return (
    <Panel flush title={t('invitations.title')}>
      <ul className="divide-y divide-line">
        {waiting.map((invitation) => (
          <Line key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </Panel>
  )
}

function Line({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation(['people', 'common'])
  const { moment } = useFormat()
  const queries = useQueryClient()
  const resend = useMutation(resendInvitation(queries))
  const withdraw = useMutation(withdrawInvitation(queries))
  const [isAsking, setAsking] = useState(false)
  const { email, role, state, mail, expiresAt } = invitation
  const isOpen = isInvitationOpen(state)
  const onError = (error: unknown) => tellFailure(t('failed'), error)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3 md:px-6">
      <div className="min-w-0">
        <p className="truncate font-medium">{email}</p>
        <p className="text-[0.8125rem] text-ink-soft">
          {t(`common:account.roles.${role}`)}
          {isOpen && ` · ${t('invitations.until', { when: moment(expiresAt, Date.now()) })}`}
        </p>
        {isOpen && mail !== 'sent' && mail !== 'pending' && (
          <p className="text-[0.8125rem] text-warning-ink">{t(`invitations.mail.${mail}`)}</p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={isOpen ? 'info' : 'pending'}>{t(isOpen ? 'invitations.open' : 'invitations.expired')}</Badge>
        <Button
          size="small"
          busy={resend.isPending}
          aria-label={t('invitations.resendTo', { email })}
          onClick={() =>
            resend.mutate(invitation, { onSuccess: () => toast.success(t('invitations.resent')), onError })
          }
        >
          {t('invitations.resend')}
        </Button>
        <Button size="small" aria-label={t('invitations.withdrawOf', { email })} onClick={() => setAsking(true)}>
          {t('invitations.withdraw')}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title={t('invitations.withdrawTitle', { email })}
        text={t('invitations.withdrawText')}
        deed={t('invitations.withdrawDo')}
        look="danger"
        busy={withdraw.isPending}
        onConfirm={() =>
          withdraw.mutate(invitation, { onSuccess: () => toast.success(t('invitations.withdrawn')), onError })
        }
        onClose={() => setAsking(false)}
      />
    </li>
  )
}
