import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/class-names.ts'
import { Answer, Snippet } from './snippet.tsx'
import { ANSWERS, STEPS, type Step, snippetOf, VERIFY, WAYS, type Way } from './snippets.ts'

const WAY_NAMES = { curl: 'curl', typescript: 'TypeScript' } as const satisfies Record<Way, string>

export function Quickstart() {
  const { t } = useTranslation('docs')
  const [way, setWay] = useState<Way>('curl')
  return (
    <section aria-labelledby="start">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 id="start" className="text-lg font-semibold tracking-tight">
            {t('start.title')}
          </h2>
          <p className="mt-1 text-ink-soft">{t('start.lead')}</p>
        </div>
        <fieldset className="flex rounded-lg border border-line-strong p-0.5">
          <legend className="sr-only">{t('start.languages')}</legend>
          {WAYS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === way}
              onClick={() => setWay(one)}
              className={cx(
                'h-8 rounded-md px-4 font-medium max-md:h-11',
                one === way ? 'bg-accent-soft text-accent-ink' : 'text-ink-soft hover:text-ink',
              )}
            >
              {WAY_NAMES[one]}
            </button>
          ))}
        </fieldset>
      </div>
      <ol className="mt-8 grid gap-10">
        {STEPS.map((step, index) => (
          <StepItem key={step} step={step} number={index + 1} way={way} />
        ))}
      </ol>
      <Verification />
    </section>
  )
}

function StepItem({ step, number, way }: { step: Step; number: number; way: Way }) {
  const { t } = useTranslation('docs')
  const title = t(`start.${step}.title`)
  const isProgram = way === 'typescript'
  const answer = step === 'key' ? undefined : ANSWERS[way][step]
  return (
    <li className="min-w-0">
      <div className="flex items-center gap-3">
        <span
          aria-hidden
          className="figures grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-[0.8125rem] font-semibold text-accent-ink"
        >
          {number}
        </span>
        <h3 className="text-base font-semibold">{title}</h3>
      </div>
      <div className="mt-2 grid min-w-0 gap-3 md:pl-10">
        <div className="max-w-prose text-ink-soft text-pretty">
          <p>{t(`start.${step}.text`)}</p>
          {step === 'key' && (
            <p className="mt-1">
              <a href="/api-keys" className="font-medium text-accent-ink underline">
                {t('start.key.link')}
              </a>
            </p>
          )}
          {isProgram && step === 'key' && <p className="mt-1">{t('start.key.sdk')}</p>}
          {isProgram && step === 'charge' && <p className="mt-1">{t('start.charge.run')}</p>}
          {isProgram && (step === 'pay' || step === 'told') && <p className="mt-1">{t('start.pay.more')}</p>}
        </div>
        <Snippet
          of={title}
          code={snippetOf(way, step, location.origin)}
          file={isProgram && step !== 'key' ? 'quickstart.ts' : undefined}
        />
        {answer && <Answer text={answer} />}
      </div>
    </li>
  )
}

function Verification() {
  const { t } = useTranslation('docs')
  const title = t('start.verify.title')
  return (
    <div className="mt-10 grid min-w-0 gap-3 rounded-xl border border-line bg-surface p-4 md:p-6">
      <h3 className="text-base font-semibold">{title}</h3>
      <p className="max-w-prose text-ink-soft text-pretty">{t('start.verify.text')}</p>
      <Snippet of={title} code={VERIFY} file="webhooks.ts" />
      <p className="max-w-prose text-[0.8125rem] text-ink-soft text-pretty">{t('start.verify.other')}</p>
    </div>
  )
}
