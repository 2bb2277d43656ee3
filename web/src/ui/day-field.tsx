import { CalendarDays } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Calendar } from './calendar.tsx'
import { asDay, maskDay, readDay, writeDay } from './days.ts'
import type { FieldTexts } from './field.tsx'
import { MaskedField } from './masked-field.tsx'

interface DayFieldProps extends FieldTexts {
  /** YYYY-MM-DD, or empty. */
  value: string
  /** Undefined while what stands there is no day. */
  onValueChange: (day: string | undefined) => void
}

/** A day in the page's own language, typed or chosen from a calendar. */
export function DayField({ label, value, onValueChange, error, ...texts }: DayFieldProps) {
  const { t, i18n } = useTranslation('common')
  const language = i18n.language
  const [text, setText] = useState(() => (value ? writeDay(value, language) : ''))
  const [known, setKnown] = useState({ value, language })
  const [isOpen, setOpen] = useState(false)
  if (known.value !== value || known.language !== language) {
    setKnown({ value, language })
    // What is being typed stays as it is; a day that comes from elsewhere is written.
    if (value && readDay(text, language) !== value) setText(writeDay(value, language))
    else if (!value && readDay(text, known.language) !== undefined) setText('')
  }
  const tell = (next: string) => {
    setText(next)
    onValueChange(next === '' ? '' : readDay(next, language))
  }
  // Not while one types, nor as the field is left: what is pressed then would move away.
  const isNone = text.length === FULL_LENGTH && readDay(text, language) === undefined
  return (
    <MaskedField
      {...texts}
      label={label}
      inputMode="numeric"
      placeholder={t('day.placeholder')}
      mask={maskDay}
      value={text}
      onValueChange={tell}
      error={error ?? (isNone ? t('day.none') : undefined)}
      aside={
        <Popover.Root open={isOpen} onOpenChange={setOpen}>
          <Popover.Trigger
            aria-label={t('day.open', { label })}
            className="absolute inset-y-0 right-1 my-auto grid size-8 place-items-center rounded-md text-ink-faint hover:bg-hover hover:text-ink"
          >
            <CalendarDays aria-hidden className="size-4" />
          </Popover.Trigger>
          <Popover.Portal>
            <Popover.Content
              align="end"
              sideOffset={4}
              collisionPadding={8}
              aria-label={label}
              // The day itself takes the focus.
              onOpenAutoFocus={(event) => event.preventDefault()}
              className="z-50 motion-safe:animate-fade rounded-xl border border-line-strong bg-surface p-3 text-sm text-ink shadow-float"
            >
              <Calendar
                day={asDay(value)}
                onChoose={(day) => {
                  setText(writeDay(day, language))
                  onValueChange(day)
                  setOpen(false)
                }}
              />
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
      }
    />
  )
}

const FULL_LENGTH = '00/00/0000'.length
