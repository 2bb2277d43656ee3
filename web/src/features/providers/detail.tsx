import { Check, Minus, Plug } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Provider } from '../../api/contract.ts'
import { Tag } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Fact, Facts } from '../../ui/panel.tsx'
import { mayOperate, useSession } from '../session/session-context.ts'
import { canDo, SHOWN_OPERATIONS } from './columns.tsx'
import { EvidenceBadge } from './evidence.tsx'
import { Requirements } from './requirements.tsx'
import { useCredentialLabel } from './use-credential-label.ts'

interface ProviderDetailProps {
  provider: Provider | null
  isAdmin: boolean
  onClose: () => void
}

/** What one provider can do, and what it takes to connect it. */
export function ProviderDetail({ provider, isAdmin, onClose }: ProviderDetailProps) {
  return (
    <Dialog sheet open={provider !== null} onOpenChange={onClose} title={provider?.name ?? ''}>
      {provider && <Content provider={provider} isAdmin={isAdmin} />}
    </Dialog>
  )
}

function Content({ provider, isAdmin }: { provider: Provider; isAdmin: boolean }) {
  const { t } = useTranslation(['providers', 'common', 'disbursements', 'requirements'])
  const labelOf = useCredentialLabel()
  const { code, name, paymentMethods, withdrawMethods, evidence, refundEnd } = provider
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <code className="font-mono text-[0.8125rem] text-ink-soft">{code}</code>
        {isAdmin ? (
          <LinkButton look="primary" to={`/providers/${code}/connect`}>
            <Plug aria-hidden />
            {t('connectTo', { name })}
          </LinkButton>
        ) : (
          <span className="text-[0.8125rem] text-ink-faint">{t('onlyAdmin')}</span>
        )}
      </div>
      <Facts>
        <Fact label={t('column.methods')}>
          <span className="flex flex-wrap gap-1">
            {paymentMethods.map((method) => (
              <Tag key={method}>{t(`common:method.${method}`)}</Tag>
            ))}
          </span>
        </Fact>
        {withdrawMethods.length > 0 && (
          <Fact label={t('column.withdrawMethods')}>
            <span className="flex flex-wrap gap-1">
              {withdrawMethods.map((method) => (
                <Tag key={method}>{t(`disbursements:method.${method}`)}</Tag>
              ))}
            </span>
          </Fact>
        )}
        <Fact label={t('column.evidence')}>
          <EvidenceBadge evidence={evidence} />
          <span className="mt-1 block text-[0.8125rem] text-ink-faint">{t(`evidenceHint.${evidence}`)}</span>
        </Fact>
        {mayOperate(useSession()) && <TechnicalFacts provider={provider} />}
        {refundEnd && <Fact label={t('column.refundEnd')}>{t(`refundEnd.${refundEnd}`)}</Fact>}
      </Facts>
      <ul className="grid gap-x-6 gap-y-2 md:grid-cols-2">
        {SHOWN_OPERATIONS.map((operation) => {
          const has = canDo(provider, operation)
          const Icon = has ? Check : Minus
          return (
            <li key={operation} className={cx('flex items-center gap-2', !has && 'text-ink-faint')}>
              <Icon aria-hidden className={cx('size-4', has && 'text-success-ink')} />
              <span aria-hidden>{t(`operation.${operation}`)}</span>
              <span className="sr-only">{t(has ? 'has' : 'hasNot', { operation: t(`operation.${operation}`) })}</span>
            </li>
          )
        })}
      </ul>
      <section>
        <h3 className="mb-2 font-semibold">{t('requirements:title')}</h3>
        <Requirements provider={provider} linked={isAdmin} />
      </section>
      <section>
        <h3 className="mb-2 font-semibold">{t('credentials')}</h3>
        <ul className="grid gap-1 text-ink-soft">
          {provider.credentials.map((part) => (
            <li key={part.name}>
              {labelOf(part)}
              {!part.required && <span className="text-ink-faint"> · {t('credentialOptional')}</span>}
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

/** How it is heard, and how what it did not answer is found again. */
function TechnicalFacts({ provider: { webhookVerification, idempotency, lookup } }: { provider: Provider }) {
  const { t } = useTranslation('providers')
  return (
    <>
      <Fact label={t('column.webhook')}>{t(`verification.${webhookVerification}`)}</Fact>
      <Fact label={t('column.idempotency')}>
        {t(`idempotency.${idempotency === 'none' && !lookup ? 'unknowable' : idempotency}`)}
      </Fact>
      <Fact label={t('column.lookup')}>
        {lookup ? <code className="font-mono text-[0.8125rem]">{lookup}</code> : t('noLookup')}
      </Fact>
    </>
  )
}
