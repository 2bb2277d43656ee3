import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { showAttempt } from '../exchanges/show-attempt.ts'
import { mayOperate, useSession } from '../session/session-context.ts'
import { basisOf, type ProvedEvent } from './basis.ts'

const LINK = 'w-fit font-medium text-accent-ink hover:underline'

/** What an event rests on, in words, and the way to where it is kept. */
export function Proof({ event }: { event: ProvedEvent }) {
  const { t } = useTranslation('timeline')
  const isOperator = mayOperate(useSession())
  const { notice, attempt } = event
  const basis = basisOf(event)
  const kept = attempt ?? (basis === 'answer' ? 'last' : null)
  return (
    <div className="grid gap-1">
      <p className="text-pretty">
        {basis === 'notice' ? t(`proof.notice.${notice?.verified ?? 'unknown'}`) : t(`proof.${basis}`)}
      </p>
      {notice && isOperator && (
        <Link to={`/webhook-events?open=${notice.webhookEventId}`} className={LINK}>
          {t('proof.seeNotice')}
        </Link>
      )}
      {kept !== null && (
        <button type="button" className={LINK} onClick={() => showAttempt(kept)}>
          {t('proof.seeExchange')}
        </button>
      )}
    </div>
  )
}
