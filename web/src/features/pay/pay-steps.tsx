import { useTranslation } from 'react-i18next'

export function PaySteps({ steps }: { steps: readonly string[] }) {
  return (
    <ol className="mt-5 grid gap-3 border-t border-line pt-5">
      {steps.map((step, index) => (
        <li key={step} className="flex items-start gap-3 text-ink-soft">
          <span
            aria-hidden
            className="figures grid size-5 shrink-0 place-items-center rounded-full border border-line-strong text-xs"
          >
            {index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  )
}

/** The page says by itself when the money has come. */
export function Waiting() {
  const { t } = useTranslation('pay')
  return (
    <p role="status" className="mt-5 flex items-center justify-center gap-2 text-[0.8125rem] font-medium text-ink-soft">
      <span aria-hidden className="size-2 motion-safe:animate-breathe rounded-full bg-accent-edge" />
      {t('waiting')}
    </p>
  )
}
