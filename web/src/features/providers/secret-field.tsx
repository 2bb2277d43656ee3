import { Eye, EyeOff } from 'lucide-react'
import { type InputHTMLAttributes, type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { CONTROL, Field, type FieldTexts } from '../../ui/field.tsx'

type SecretFieldProps = FieldTexts &
  InputHTMLAttributes<HTMLInputElement> & { secret: boolean; ref?: Ref<HTMLInputElement> }

/** A credential: hidden while it is typed, unless it is no secret or one asks to see it. */
export function SecretField({ label, required = false, error, helper, secret, ...input }: SecretFieldProps) {
  const { t } = useTranslation('providers')
  const [isShown, setShown] = useState(!secret)
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field label={label} required={required} error={error} helper={helper}>
      {(control) => (
        <div className="relative">
          <input
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            autoComplete="new-password"
            spellCheck={false}
            className={`${CONTROL} pr-12 font-mono`}
          />
          {secret && (
            <Button
              look="quiet"
              size="icon"
              className="absolute top-1/2 right-0.5 -translate-y-1/2"
              aria-label={t(isShown ? 'form.secretHidden' : 'form.secretShown', { label })}
              onClick={() => setShown(!isShown)}
            >
              <Icon aria-hidden />
            </Button>
          )}
        </div>
      )}
    </Field>
  )
}
