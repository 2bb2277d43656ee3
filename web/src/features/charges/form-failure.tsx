import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { isOfOtherContent, isSurelyNotMade } from '../../api/tries.ts'
import { Why, WordsOfThis } from '../../ui/failure.tsx'
import { explain } from '../../ui/states.tsx'

interface FormFailureProps {
  error: unknown
  ref?: Ref<HTMLDivElement>
  /** Where the texts of the form stand. */
  texts?: 'charges' | 'receivers' | 'disbursements'
}

/**
 * What happened to the submission, and that sending it again is safe. Where that is not known, a sentence about the answer alone would
 * be read as being about the money.
 */
export function FormFailure({ error, ref, texts = 'charges' }: FormFailureProps) {
  const { t } = useTranslation(['charges', 'receivers', 'disbursements', 'common'])
  const { requestId } = explain(error)
  const isRefused = isSurelyNotMade(error)
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      className="rounded-xl border border-danger-line bg-danger-soft px-4 py-3 text-danger-ink md:px-6"
    >
      <p className="font-semibold">{t(isRefused ? `${texts}:form.failed` : `${texts}:form.unanswered`)}</p>
      {isRefused && (
        <p className="mt-1">
          <Why error={error} isMarking />
        </p>
      )}
      {!isOfOtherContent(error) && (
        <p className="mt-1">{t(isRefused ? `${texts}:form.failedSafe` : `${texts}:form.failedUnknown`)}</p>
      )}
      {!isRefused && <WordsOfThis error={error} />}
      {requestId && (
        <p className="mt-1 text-xs">
          {t('common:error.requestId')} <code className="font-mono select-all">{requestId}</code>
        </p>
      )}
    </div>
  )
}
