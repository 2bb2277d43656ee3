import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Folded } from '../../ui/folded.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useErrorText } from '../../ui/use-error-text.ts'
import type { WithMetadata } from './values.ts'

const MOST = 50

/** For a form that few fill them in on. @param open from the beginning. */
export function FoldedMetadata({ open = false }: { open?: boolean }) {
  const { t } = useTranslation('metadata')
  return (
    <Folded open={open} title={t('title')}>
      <MetadataFields isFolded />
    </Folded>
  )
}

/** The seller's own facts: they come back wherever the thing does, and find it. */
export function MetadataFields({ isFolded = false }: { isFolded?: boolean }) {
  const { t } = useTranslation('metadata')
  const errorText = useErrorText()
  const { control, register, formState } = useFormContext<WithMetadata>()
  const { fields, append, remove } = useFieldArray({ control, name: 'metadata' })
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-4 text-sm font-semibold">
        <span className={isFolded ? 'sr-only' : ''}>{t('title')}</span>
        <span className="mt-1 block text-[0.8125rem] font-normal text-ink-soft">{t('text')}</span>
      </legend>
      {fields.map(({ id }, index) => {
        const errors = formState.errors.metadata?.[index]
        return (
          <div
            key={id}
            className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2.75rem] gap-4 md:grid-cols-[14rem_minmax(0,1fr)_2.25rem]"
          >
            <TextField
              required
              label={t('key')}
              error={errors?.key && (errors.key.type === 'required' ? errorText(errors.key) : t('keyWrong'))}
              {...register(`metadata.${index}.key`)}
            />
            <TextField
              label={t('value')}
              maxLength={500}
              error={errorText(errors?.value)}
              {...register(`metadata.${index}.value`)}
            />
            <Button
              look="quiet"
              size="icon"
              className="mt-6"
              aria-label={t('remove', { number: index + 1 })}
              onClick={() => remove(index)}
            >
              <Trash2 aria-hidden />
            </Button>
          </div>
        )
      })}
      {fields.length < MOST && (
        <Button size="small" className="justify-self-start" onClick={() => append({ key: '', value: '' })}>
          <Plus aria-hidden />
          {t('add')}
        </Button>
      )}
    </fieldset>
  )
}
