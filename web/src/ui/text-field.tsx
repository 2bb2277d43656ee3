import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react'
import { defined } from '../../../domain/defined.ts'
import { cx } from './class-names.ts'
import { CONTROL, Field, type FieldTexts } from './field.tsx'

type TextFieldProps = FieldTexts &
  InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement>; fieldClassName?: string }

export function TextField({ label, required, error, helper, fieldClassName, className, ...input }: TextFieldProps) {
  return (
    <Field
      label={label}
      error={error}
      helper={helper}
      {...defined({ required })}
      {...defined({ className: fieldClassName })}
    >
      {(control) => <input type="text" {...input} {...control} className={cx(CONTROL, className)} />}
    </Field>
  )
}

type TextAreaProps = FieldTexts & TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }

export function TextAreaField({ label, required, error, helper, className, ...area }: TextAreaProps) {
  return (
    <Field label={label} error={error} helper={helper} {...defined({ required })}>
      {(control) => <textarea rows={3} {...area} {...control} className={cx(CONTROL, 'h-auto py-2', className)} />}
    </Field>
  )
}
