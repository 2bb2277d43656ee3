import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MailState } from '../../../../domain/mail.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { cx } from '../../ui/class-names.ts'
import { TableSkeleton } from '../../ui/data-table.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { Unread } from '../../ui/unread.tsx'
import { type LocalMail, mailboxQueries, mailPage } from './queries.ts'

const TONES = { pending: 'pending', sent: 'success', failed: 'danger', unsent: 'info' } as const satisfies Record<
  MailState,
  Tone
>

/** What buyers are written, to be read without a mail server. */
export function MailboxPage() {
  const { t } = useTranslation(['mailbox', 'common'])
  const mails = useQuery(mailboxQueries.list())
  const rows = mails.data?.data ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = rows.find(({ id }) => id === chosen) ?? rows[0]
  return (
    <Page title={t('title')} lead={t('lead')} actions={<Badge tone="info">{t('localOnly')}</Badge>}>
      <Unread query={mails} waiting={<TableSkeleton columns={2} rows={4} label={t('common:loading')} />} />
      {mails.data && !shown && (
        <Panel flush>
          <EmptyState icon={Mail} title={t('emptyTitle')}>
            {t('emptyText')}
          </EmptyState>
        </Panel>
      )}
      {shown && (
        <div className="grid items-start gap-4 lg:grid-cols-[20rem_minmax(0,1fr)]">
          <Panel flush title={t('list')} className="overflow-hidden">
            <ul className="divide-y divide-line">
              {rows.map((mail) => (
                <li key={mail.id}>
                  <MailLine mail={mail} isShown={mail.id === shown.id} onChoose={() => setChosen(mail.id)} />
                </li>
              ))}
            </ul>
          </Panel>
          <Panel flush title={shown.subject}>
            <p className="border-b border-line px-4 py-3 text-[0.8125rem] text-ink-soft [overflow-wrap:anywhere] md:px-6">
              {t('to', { address: shown.to })}
            </p>
            <iframe
              key={shown.id}
              title={shown.subject}
              src={mailPage(shown.id)}
              sandbox="allow-popups allow-popups-to-escape-sandbox"
              className="block h-[44rem] w-full rounded-b-xl bg-white"
            />
          </Panel>
        </div>
      )}
    </Page>
  )
}

function MailLine({ mail, isShown, onChoose }: { mail: LocalMail; isShown: boolean; onChoose: () => void }) {
  const { t } = useTranslation('mailbox')
  return (
    <button
      type="button"
      aria-current={isShown ? 'true' : undefined}
      onClick={onChoose}
      className={cx('grid w-full gap-1 px-4 py-3 text-left hover:bg-hover md:px-6', isShown && 'bg-accent-soft')}
    >
      <span className="truncate font-medium">{mail.subject}</span>
      <span className="truncate text-[0.8125rem] text-ink-soft">{mail.to}</span>
      <span className="flex items-center justify-between gap-2 text-[0.8125rem] text-ink-soft">
        <RelativeTime at={mail.createdAt} />
        <Badge tone={TONES[mail.state]}>{t(`state.${mail.state}`)}</Badge>
      </span>
    </button>
  )
}
