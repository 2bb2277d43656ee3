import type { TFunction } from 'i18next'
import { Check, Minus } from 'lucide-react'
import { keepsCards, type Operation } from '../../../../domain/provider-operations.ts'
import type { Provider } from '../../api/contract.ts'
import { Tag } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EvidenceBadge } from './evidence.tsx'

export type Translate = TFunction<['providers', 'common', 'selling']>

/** The columns of the matrix, in the order of a charge's life. */
export const SHOWN_OPERATIONS = [
  'createTransaction',
  'readTransaction',
  'refund',
  'withdraw',
  'createReceiver',
  'tokenizeCard',
] as const satisfies Operation[]
export type ShownOperation = (typeof SHOWN_OPERATIONS)[number]

/** All of them charge, and nearly all can be read from: that stands on a provider's sheet. */
const LISTED_OPERATIONS = SHOWN_OPERATIONS.filter(
  (operation) => operation !== 'createTransaction' && operation !== 'readTransaction',
)

/** A card is kept by the provider (`tokenizeCard`), or sealed for it (`buildCardId`): to a seller it is the same. */
export function canDo(provider: Provider, operation: ShownOperation): boolean {
  return operation === 'tokenizeCard' ? keepsCards(provider) : provider.operations.includes(operation)
}

function Capability({ t, has, operation }: { t: Translate; has: boolean; operation: ShownOperation }) {
  const Icon = has ? Check : Minus
  const name = t(`operation.${operation}`)
  return (
    <span className={has ? 'text-success-ink' : 'text-ink-faint'}>
      <Icon aria-hidden className="mx-auto size-4" />
      <span className="sr-only">{t(has ? 'has' : 'hasNot', { operation: name })}</span>
    </span>
  )
}

/** @param isTechnical for those who connect systems, with how notices are verified. */
export function providerColumns(t: Translate, isTechnical: boolean): readonly Column<Provider>[] {
  return [
    {
      id: 'provider',
      header: t('column.provider'),
      card: 'lead',
      className: 'font-medium whitespace-nowrap',
      cell: ({ name }) => name,
    },
    {
      id: 'methods',
      header: t('column.methods'),
      card: 'foot',
      cell: ({ paymentMethods }) => (
        <span className="flex gap-1 max-md:flex-wrap">
          {paymentMethods.map((method) => (
            <Tag key={method}>{t(`selling:method.${method}`)}</Tag>
          ))}
        </span>
      ),
    },
    ...LISTED_OPERATIONS.map(
      (operation): Column<Provider> => ({
        id: operation,
        header: t(`operation.${operation}`),
        card: 'hidden',
        className: 'text-center',
        headerClassName: 'text-center',
        cell: (provider) => <Capability t={t} has={canDo(provider, operation)} operation={operation} />,
      }),
    ),
    ...(isTechnical
      ? [
          {
            id: 'webhook',
            header: t('column.webhook'),
            card: 'line',
            className: 'text-ink-soft whitespace-nowrap',
            cell: ({ webhookVerification }) => t(`verificationShort.${webhookVerification}`),
          } satisfies Column<Provider>,
        ]
      : []),
    {
      id: 'evidence',
      header: t('column.evidence'),
      card: 'aside',
      cell: ({ evidence }) => <EvidenceBadge evidence={evidence} />,
    },
  ]
}
