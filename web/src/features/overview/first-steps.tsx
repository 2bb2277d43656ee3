import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ChartColumn, Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentLink } from '../../api/contract.ts'
import { buttonClass, LinkButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { rowsOf } from '../../ui/paged-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { chargeQueries } from '../charges/queries.ts'
import { linkQueries } from '../payment-links/queries.ts'
import { ConnectOrAsk } from '../providers/connect-or-ask.tsx'
import { providerQueries } from '../providers/queries.ts'
import { useSession } from '../session/session-context.ts'

/** What stands where a period has no charge: the way to the first of all, or, in a shop that has any, that there is none. */
export function FirstSteps() {
  const { t } = useTranslation(['overview', 'charges'])
  const isAdmin = useSession().role === 'admin'
  const accounts = useQuery(providerQueries.accounts())
  const links = useInfiniteQuery(linkQueries.list({}))
  const charges = useQuery(chargeQueries.newest())
  if (accounts.isPending || links.isPending || charges.isPending) return <Skeleton className="h-56 rounded-xl" />
  const isConnected = accounts.data?.data.some(({ enabled }) => enabled) ?? false
  const [link] = rowsOf<PaymentLink>(links)
  const isNew = charges.data?.data.length === 0
  if (!accounts.data || !links.data || !isNew) {
    return (
      <EmptyState
        icon={ChartColumn}
        title={t('emptyTitle')}
        action={
          <LinkButton to="/charges/new" look="primary">
            {t('charges:list.new')}
          </LinkButton>
        }
      >
        {t('emptyText')}
      </EmptyState>
    )
  }
  return (
    <Panel flush title={t('steps.title')}>
      <ol className="divide-y divide-line">
        <Step number={1} name="connect" isDone={isConnected}>
          {(isAdmin || !isConnected) && <ConnectOrAsk look={isConnected ? 'secondary' : 'primary'} />}
        </Step>
        <Step number={2} name="link" isDone={link !== undefined}>
          <LinkButton to="/payment-links?new=1" look={isConnected && !link ? 'primary' : 'secondary'}>
            {t('steps.link.do')}
          </LinkButton>
        </Step>
        <Step number={3} name="open" isDone={false}>
          {link && (
            <a
              href={link.url}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ look: isConnected ? 'primary' : 'secondary' })}
            >
              {t('steps.open.do')}
            </a>
          )}
        </Step>
      </ol>
    </Panel>
  )
}

interface StepProps {
  number: number
  name: 'connect' | 'link' | 'open'
  isDone: boolean
  /** What does it. */
  children: ReactNode
}

function Step({ number, name, isDone, children }: StepProps) {
  const { t } = useTranslation('overview')
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-4 md:px-6">
      <span
        aria-hidden
        className={cx(
          'figures grid size-7 shrink-0 place-items-center rounded-full border text-[0.8125rem] font-semibold',
          isDone ? 'border-success-line bg-success-soft text-success-ink' : 'border-line text-ink-soft',
        )}
      >
        {isDone ? <Check className="size-4" /> : number}
      </span>
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">
          {t(`steps.${name}.title`)}
          {isDone && <span className="sr-only"> {t('steps.done')}</span>}
        </p>
        <p className="text-[0.8125rem] text-ink-soft text-pretty">{t(`steps.${name}.text`)}</p>
      </div>
      {children}
    </li>
  )
}
