/** The exact requests and answers, for an operator who writes to a provider's support. */
import type { UseQueryResult } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { hasAnswer } from '../../../../domain/attempt.ts'
import type { ChargeAttempts, ExchangeEntry, ReceiverAttempts } from '../../api/contract.ts'
import { useFailureWords } from '../../i18n/failure-words.ts'
import { useFormat } from '../../i18n/format.ts'
import { Badge, Tag, type Tone } from '../../ui/badge.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Unread } from '../../ui/unread.tsx'
import { useProviderName } from '../providers/use-provider-name.ts'
import { mayOperate, useSession } from '../session/session-context.ts'
import { attemptId, EXCHANGE_ID } from './show-attempt.ts'

interface ExchangePanelProps {
  attempts: UseQueryResult<ChargeAttempts | ReceiverAttempts>
  /** What the page says above it, and no attempt repeats. */
  said?: string | undefined
}

/** Of a charge, a refund, a withdrawal or a receiver: all were tried in the same way. Folded for those who only sell. */
export function ExchangePanel({ attempts, said }: ExchangePanelProps) {
  const { t } = useTranslation(['charges', 'common'])
  const isOpen = mayOperate(useSession())
  return (
    <details
      id={EXCHANGE_ID}
      tabIndex={-1}
      open={isOpen}
      className="group/panel scroll-mt-20 min-w-0 rounded-xl border border-line bg-surface"
    >
      <summary className="flex min-h-12 items-center gap-2 rounded-xl px-4 py-2 md:px-6 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-ink-faint motion-safe:transition-transform group-open/panel:rotate-90"
        />
        <h2 className="flex-1 text-sm font-semibold">{t('detail.exchange')}</h2>
        <span className="text-xs text-ink-faint max-md:hidden">{t('detail.exchangeHint')}</span>
      </summary>
      <div className="border-t border-line px-4 py-4 md:px-6 md:py-5">
        <Unread query={attempts} waiting={<Skeleton className="h-10" />} />
        {attempts.data?.data.length === 0 && <p className="text-ink-faint">{t('detail.noExchange')}</p>}
        <ol className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {attempts.data?.data.map((attempt) => (
            <Attempt key={attempt.id} attempt={attempt} said={said} />
          ))}
        </ol>
      </div>
    </details>
  )
}

type ShownAttempt = (ChargeAttempts | ReceiverAttempts)['data'][number]
type Outcome = NonNullable<ShownAttempt['outcome']> | 'unknown' | 'sending'
const OUTCOME_TONES = {
  created: 'success',
  refused: 'danger',
  absent: 'pending',
  superseded: 'pending',
  unknown: 'warning',
  sending: 'pending',
} as const satisfies Record<Outcome, Tone>

function outcomeOf({ outcome, errorKind, state }: ShownAttempt): Outcome {
  if (outcome) return outcome
  return errorKind || hasAnswer(state) ? 'unknown' : 'sending'
}

function Attempt({ attempt, said }: { attempt: ShownAttempt; said: string | undefined }) {
  const { t } = useTranslation('charges')
  const providerName = useProviderName()
  const failureWords = useFailureWords()
  const outcome = outcomeOf(attempt)
  return (
    <li id={attemptId(attempt.number)} tabIndex={-1} className="scroll-mt-20">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h3 className="font-medium">
          {t('detail.attempt', { number: attempt.number, provider: providerName(attempt.provider) })}
        </h3>
        <Badge tone={OUTCOME_TONES[outcome]}>{t(`detail.attemptStates.${outcome}`)}</Badge>
      </div>
      {attempt.errorMessage && attempt.errorMessage !== said && (
        <p className="mb-2 text-[0.8125rem] text-ink-soft">{failureWords(attempt.errorMessage)}</p>
      )}
      <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line">
        {attempt.exchange.map((entry) => (
          <li key={`${entry.at} ${entry.method} ${entry.url}`}>
            <Call entry={entry} />
          </li>
        ))}
      </ul>
    </li>
  )
}

function Call({ entry }: { entry: ExchangeEntry }) {
  const { t } = useTranslation('charges')
  const { clock } = useFormat()
  const { at, method, url, status, requestHeaders, requestBody, responseBody, error } = entry
  return (
    <details className="group">
      <summary className="flex min-h-10 items-center gap-2 px-3 py-1.5 hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-ink-faint motion-safe:transition-transform group-open:rotate-90"
        />
        <Tag className="font-mono">{method}</Tag>
        <code className="min-w-0 flex-1 truncate font-mono text-[0.8125rem]" title={url}>
          {pathOf(url)}
        </code>
        <span className={`figures text-[0.8125rem] font-medium ${toneOfStatus(status)}`}>{status ?? '—'}</span>
        <time dateTime={at} className="figures text-xs text-ink-faint max-md:hidden">
          {clock(at)}
        </time>
      </summary>
      <div className="grid gap-4 border-t border-line bg-sunken p-4">
        <CodeBlock
          title={t('detail.request')}
          text={[headerLines(requestHeaders), requestBody].filter(Boolean).join('\n\n')}
        />
        <CodeBlock title={t('detail.response')} text={responseBody ?? error ?? t('detail.noResponse')} />
      </div>
    </details>
  )
}

function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

function pathOf(url: string): string {
  const parsed = URL.parse(url)
  // What was masked stands in the address as %E2%80%A2.
  return (parsed ? `${parsed.pathname}${parsed.search}` : url).replaceAll('%E2%80%A2', '•')
}

function toneOfStatus(status: number | null): string {
  if (status === null) return 'text-warning-ink'
  return status < 400 ? 'text-success-ink' : 'text-danger-ink'
}
