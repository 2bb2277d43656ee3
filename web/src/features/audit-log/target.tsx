/** What an entry is about: a word for its kind beside its short id. */
import { useTranslation } from 'react-i18next'
import { shorten } from '../../ui/copy.tsx'

const KINDS = [
  'charge',
  'refund',
  'withdrawal',
  'receiver',
  'dispute',
  'customer',
  'card',
  'product',
  'offer',
  'payment-link',
  'provider-account',
  'routing-rule',
  'reconciliation',
  'statement',
  'webhook-endpoint',
  'webhook-event',
  'webhook-delivery',
  'user',
  'invitation',
  'api-key',
  'export',
  'exam',
  'platform',
] as const

/** Undefined for a kind that has no word. @param target as the API has it, kind/id. */
export const kindOf = (target: string) => KINDS.find((known) => known === target.split('/')[0])

/** @param target as the API has it, kind/id; of a kind that has no word here it is shown as it is. */
export function Target({ target }: { target: string }) {
  const { t } = useTranslation('auditLog')
  const kind = kindOf(target)
  const id = target.split('/').slice(kind ? 1 : 0)
  return (
    <span title={target}>
      {kind && `${t(`kind.${kind}`)} `}
      <code className="font-mono text-[0.8125rem] text-ink-soft">{id.map(shorten).join('/')}</code>
    </span>
  )
}
