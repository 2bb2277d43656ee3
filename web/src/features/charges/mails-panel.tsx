import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isStillTrue, mailKindOf } from '../../../../domain/charge-mail.ts'
import { isMailGivenUp, isMailSent, mailWaits, OVERTAKEN } from '../../../../domain/mail.ts'
import type { Charge, ChargeMail } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { useServerNow } from '../../ui/clock.ts'
import { FailedPanel } from '../../ui/failed-panel.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useFirstFailure } from '../../ui/unread.tsx'
import { MailDialog } from './mail-dialog.tsx'
import { chargeQueries } from './queries.ts'

/** What the charge's buyer was written, and what became of it; nothing, where nothing was. */
export function MailsPanel({ charge }: { charge: Charge }) {
  const { t } = useTranslation('chargeMails')
  const [again, setAgain] = useState<ChargeMail>()
  const clock = useServerNow(20_000)
  const mails = useQuery(chargeQueries.mails(charge.id))
  const failure = useFirstFailure(mails)
  if (failure !== null) return <FailedPanel title={t('title')} query={mails} />
  const rows = mails.data?.data ?? []
  if (rows.length === 0) return null
  const now = mailKindOf(charge, null, clock)
  const isTrue = ({ kind }: ChargeMail) => charge.customer.email !== '' && isStillTrue(kind, now)
  return (
    <Panel title={t('title')}>
      <ul aria-label={t('title')} className="grid gap-3">
        {rows.map((mail) => (
          <li key={mail.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <MailLine mail={mail} isLive={charge.livemode} />
            {isTrue(mail) && !mailWaits(mail.state) && (
              <Button
                size="small"
                aria-label={`${t('again')}: ${t(`kind.${mail.kind}`)}`}
                onClick={() => setAgain(mail)}
              >
                {t('again')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {again && <MailDialog charge={charge} mail={again} onClose={() => setAgain(undefined)} />}
    </Panel>
  )
}

function MailLine({ mail, isLive }: { mail: ChargeMail; isLive: boolean }) {
  const { t } = useTranslation('chargeMails')
  const { moment } = useFormat()
  const { kind, to, state, lastError, createdAt, sentAt } = mail
  const words = { to: to ?? t('erased'), at: moment(sentAt ?? createdAt, Date.now()) }
  const isOver = lastError === OVERTAKEN
  const isUnsent = !mailWaits(state) && !isMailSent(state) && !isMailGivenUp(state)
  const said = isUnsent && !isLive ? 'test' : isOver ? 'overtaken' : state
  return (
    <p className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
      <span className="font-medium">{t(`kind.${kind}`)}</span>: {t(`state.${said}`, words)}
      {lastError !== null && !isOver && (
        <span lang="en" className="block text-[0.8125rem] text-ink-soft">
          {lastError}
        </span>
      )}
    </p>
  )
}
