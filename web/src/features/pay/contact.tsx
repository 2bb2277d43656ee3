import { type LucideIcon, Mail, Phone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { dialled, shownPhone } from '../../../../domain/support-phone.ts'
import type { Checkout } from '../../api/contract.ts'

interface ContactProps {
  /** Whose page it is. */
  of: Pick<Checkout, 'seller' | 'supportEmail' | 'supportPhone'>
}

/** Right below what the page says, which may be to ask the seller: how to. Nothing where the seller has said neither. */
export function Contact({ of: { seller, supportEmail, supportPhone } }: ContactProps) {
  const { t } = useTranslation('pay')
  if (!supportEmail && !supportPhone) return null
  return (
    <section
      aria-label={t('contact.title')}
      className="mt-4 grid gap-1 rounded-2xl border border-line bg-surface px-6 py-4"
    >
      <p className="text-[0.8125rem] text-ink-soft text-pretty [overflow-wrap:anywhere]">
        {t('contact.text', { seller })}
      </p>
      <div className="flex flex-wrap gap-x-6">
        {supportEmail && <Way icon={Mail} href={`mailto:${supportEmail}`} text={supportEmail} />}
        {supportPhone && <Way icon={Phone} href={`tel:${dialled(supportPhone)}`} text={shownPhone(supportPhone)} />}
      </div>
    </section>
  )
}

function Way({ icon: Icon, href, text }: { icon: LucideIcon; href: string; text: string }) {
  return (
    <a
      href={href}
      className="figures flex min-h-11 min-w-0 items-center gap-2 font-medium underline underline-offset-4"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-ink-soft" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{text}</span>
    </a>
  )
}
