import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface FormFootProps {
  /** How many fields are wrong, once the form was tried to be sent. */
  wrong: number
  /** The button that sends it. */
  children: ReactNode
}

/** The end of a long form, which stays in sight. */
export function FormFoot({ wrong, children }: FormFootProps) {
  const { t } = useTranslation('common')
  return (
    <div className="sticky bottom-0 z-20 -mx-4 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line bg-canvas px-4 py-4 md:mx-0 md:px-0">
      <p aria-live="polite" className="mr-auto text-danger-ink">
        {wrong > 0 && t('checkFields', { count: wrong })}
      </p>
      {children}
    </div>
  )
}
