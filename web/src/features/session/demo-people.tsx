import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { SignIn } from '../../api/contract.ts'

/** The people that local mode comes with; the same as in the seed. */
const DEMO_PASSWORD = 'trilho-demo-2026'
const DEMO_PEOPLE = [
  { role: 'seller', email: 'seller@trilho.local' },
  { role: 'operator', email: 'operator@trilho.local' },
  { role: 'admin', email: 'admin@trilho.local' },
] as const

interface DemoPeopleProps {
  disabled: boolean
  onChoose: (credentials: SignIn) => void
}

/** One click and you are in, in local mode. */
export function DemoPeople({ disabled, onChoose }: DemoPeopleProps) {
  const { t } = useTranslation('session')
  const { t: tc } = useTranslation('common')
  return (
    <section aria-labelledby="demo" className="mt-8 border-t border-line pt-6">
      <h2 id="demo" className="font-medium">
        {t('demo')}
      </h2>
      <p className="mb-3 text-[0.8125rem] text-ink-faint">{t('demoHint')}</p>
      <ul className="grid gap-2">
        {DEMO_PEOPLE.map(({ role, email }) => (
          <li key={role}>
            <button
              type="button"
              disabled={disabled}
              onClick={() => onChoose({ email, password: DEMO_PASSWORD })}
              className="group flex w-full items-center gap-3 rounded-lg border border-line px-4 py-2.5 text-left motion-safe:transition-colors hover:border-line-strong hover:bg-hover disabled:opacity-55"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{tc(`account.roles.${role}`)}</span>
                <span className="block text-[0.8125rem] text-ink-faint">{t(`demoRoles.${role}`)}</span>
              </span>
              <ArrowRight
                aria-hidden
                className="size-4 text-ink-faint motion-safe:transition-transform group-hover:translate-x-0.5"
              />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
