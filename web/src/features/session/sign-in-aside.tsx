import { CircleCheck, Clock, PlugZap, Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/format.ts'
import { Logo } from '../../ui/logo.tsx'

/** What the product does, in one picture: a charge that survives a lost answer. */
export function SignInAside() {
  const { t } = useTranslation('session')
  const { money } = useFormat()
  const { t: tt } = useTranslation('timeline')
  const steps = [
    { icon: Send, text: tt('sent', { provider: 'Asaas' }), tone: 'text-ink-soft', time: '14:32:07' },
    { icon: PlugZap, text: tt('unknownOutcome', { provider: 'Asaas' }), tone: 'text-warning-ink', time: '14:32:17' },
    { icon: Clock, text: tt('lookedUpFound', { provider: 'Asaas' }), tone: 'text-info-ink', time: '14:32:18' },
    { icon: CircleCheck, text: tt('statusChanged.APPROVED'), tone: 'text-success-ink', time: '14:33:41' },
  ]
  return (
    <div className="hidden flex-col justify-center border-l border-line bg-sunken px-12 lg:flex xl:px-20">
      <div className="mx-auto w-full max-w-lg">
        <p className="text-2xl leading-8 font-semibold tracking-tight text-balance">{t('pitch')}</p>
        <p className="mt-3 text-base leading-6 text-ink-soft text-pretty">{t('pitchText')}</p>
        <div aria-hidden className="mt-10 rounded-2xl border border-line bg-surface p-6">
          <div className="mb-5 flex items-center justify-between">
            <span className="figures text-2xl font-semibold tracking-tight">{money(14_990)}</span>
            <Logo className="size-6" />
          </div>
          <ol className="grid gap-4">
            {steps.map(({ icon: Icon, text, tone, time }) => (
              <li key={time} className="flex items-start gap-3">
                <Icon className={`mt-0.5 size-4 shrink-0 ${tone}`} />
                <span className="min-w-0 flex-1 text-pretty">{text}</span>
                <span className="figures text-xs leading-5 text-ink-faint">{time}</span>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </div>
  )
}
