import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Session } from '../../api/contract.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { Ghost } from '../../ui/ghost.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.ts'
import { Unread } from '../../ui/unread.tsx'
import { browserName } from './browser-name.ts'
import { endSession, profileQueries } from './queries.ts'

export function SessionsPanel() {
  const { t } = useTranslation('profile')
  const sessions = useQuery(profileQueries.sessions())
  const end = useMutation(endSession(useQueryClient()))
  const [isAsking, setAsking] = useState(false)
  const run = (id?: string) =>
    end.mutate(id, {
      onSuccess: () => toast.success(t(id ? 'sessions.ended' : 'sessions.endedOthers')),
      onError: (error) => tellFailure(t('failed'), error),
      onSettled: () => setAsking(false),
    })
  const hasOthers = sessions.data?.data.some(({ current }) => !current) ?? false
  const endOthers = hasOthers && (
    <Button size="small" busy={end.isPending} onClick={() => setAsking(true)}>
      {t('sessions.endOthers')}
    </Button>
  )
  return (
    <Panel flush title={t('sessions.title')} aside={endOthers}>
      <Unread
        query={sessions}
        waiting={
          <Ghost>
            <SessionRow session={THIS_ONE} busy onEnd={() => undefined} />
          </Ghost>
        }
      />
      <ul>
        {sessions.data?.data.map((session) => (
          <SessionRow key={session.id} session={session} busy={end.isPending} onEnd={() => run(session.id)} />
        ))}
      </ul>
      <ConfirmDialog
        open={isAsking}
        title={t('sessions.endOthersTitle')}
        text={t('sessions.endOthersText')}
        deed={t('sessions.endOthers')}
        busy={end.isPending}
        onConfirm={() => run()}
        onClose={() => setAsking(false)}
      />
    </Panel>
  )
}

/** There is always the one that asks. */
const THIS_ONE: Session = {
  id: '',
  current: true,
  address: null,
  browser: null,
  createdAt: new Date().toISOString(),
  usedAt: '',
  expiresAt: '',
}

function SessionRow({ session, busy, onEnd }: { session: Session; busy: boolean; onEnd: () => void }) {
  const { t } = useTranslation('profile')
  const { current, address, browser, createdAt } = session
  const known = browserName(browser)
  const name = known ? t('sessions.on', known) : t('sessions.unknown')
  return (
    <li className="flex list-none items-center justify-between gap-4 border-b border-line px-4 py-3 last:border-b-0 md:px-6">
      <div className="min-w-0">
        <p className="truncate font-medium">{name}</p>
        <p className="text-[0.8125rem] text-ink-soft">
          {t('sessions.began')} <RelativeTime at={createdAt} />
          {address && ` · ${t('sessions.from', { address })}`}
        </p>
      </div>
      {current ? (
        <Badge tone="success">{t('sessions.current')}</Badge>
      ) : (
        <Button size="small" disabled={busy} onClick={onEnd} aria-label={t('sessions.endNamed', { name })}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}
