/** The reusable dropdown: one of a list, found by typing, by arrow keys or by pointer. A combobox to screen readers. */
import { useCombobox } from 'downshift'
import { Check, ChevronDown, X } from 'lucide-react'
import {
  type ChangeEvent,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from './class-names.ts'
import { CONTROL, FieldLabel, FieldNote, type FieldTexts } from './field.tsx'
import { plain } from './text-match.ts'
import { usePlacement } from './use-placement.ts'

export interface Option<T extends string> {
  value: T
  label: string
  hint?: string
}

interface SelectFieldProps<T extends string> extends FieldTexts {
  options: readonly Option<T>[]
  value: T | null
  onValueChange: (value: T | null) => void
  placeholder?: string
  /** Without it the choice can be changed but not cleared. */
  clearable?: boolean
  disabled?: boolean
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
  /** Shown to screen readers only, where the context makes the label clear to others. */
  hideLabel?: boolean
  className?: string
  /** For options that are searched elsewhere: they are shown as they come. */
  searched?: {
    /** Of what is typed; empty while the field shows the choice. */
    onType: (text: string) => void
    /** The choice, where it is not among the options. */
    chosen: Option<T> | undefined
    /** Said below the options. */
    note: string | undefined
  }
}

/** Long lists are searched by typing. For short lists, a phone does not show its keyboard. */
const SHORT_LIST = 8

export function SelectField<T extends string>(props: SelectFieldProps<T>) {
  const { options, value, onValueChange, label, required = false, error, helper, clearable = false, searched } = props
  const { t } = useTranslation('common')
  const selected = [...options, searched?.chosen].find((option) => option?.value === value) ?? null
  /** The search text; null while the field shows the choice. */
  const [query, setQuery] = useState<string | null>(null)
  const shown = useMemo(() => (searched ? options : matching(options, query)), [options, query, searched])
  const type = (text: string | null) => {
    setQuery(text)
    searched?.onType(text ?? '')
  }
  const choose = (option: Option<T> | null) => {
    type(null)
    onValueChange(option?.value ?? null)
  }

  // The choice and the field's text depend only on `value` and `query`, which change in the event handler. Downshift reports
  // its own copies only after rendering, which would undo what was typed or cleared meanwhile.
  const combobox = useCombobox<Option<T>>({
    items: [...shown],
    selectedItem: selected,
    inputValue: query ?? selected?.label ?? '',
    itemToString: (option) => option?.label ?? '',
    itemToKey: (option) => option?.value ?? '',
    isItemDisabled: () => false,
  })
  const note = searched?.note ?? (shown.length === 0 ? t('select.nothingFound') : undefined)
  const isSearched = searched !== undefined || options.length > SHORT_LIST
  const highlighted = combobox.isOpen ? shown[combobox.highlightedIndex] : undefined
  const onKeyDown = ({ key, altKey, nativeEvent }: KeyboardEvent) => {
    if (nativeEvent.isComposing) return
    const takes = key === 'Enter' || key === 'Tab' || (key === 'ArrowUp' && altKey)
    if (takes && highlighted) choose(highlighted)
    else if (key === 'Enter' || key === 'Escape') type(null)
  }
  const noteId = useId()
  const box = useRef<HTMLDivElement>(null)
  const placement = usePlacement(box, combobox.isOpen)

  return (
    <div className={cx('relative min-w-0', props.className)}>
      <span className={props.hideLabel ? 'sr-only' : ''}>
        <FieldLabel {...combobox.getLabelProps()} required={required}>
          {label}
        </FieldLabel>
      </span>
      <div ref={box} className="relative">
        <input
          {...combobox.getInputProps({
            ref: props.ref as Ref<HTMLInputElement>,
            disabled: props.disabled ?? false,
            onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => type(currentTarget.value),
            onKeyDown,
            onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
              if (isSearched && query === null) currentTarget.select()
            },
            onBlur: () => {
              type(null)
              props.onBlur?.()
            },
          })}
          placeholder={props.placeholder ?? t('select.placeholder')}
          inputMode={isSearched ? 'text' : 'none'}
          aria-describedby={error || helper ? noteId : undefined}
          aria-invalid={error ? true : undefined}
          aria-required={required ? true : undefined}
          className={cx(CONTROL, 'pr-9 text-ellipsis', clearable && selected && 'pr-16')}
        />
        <div className="absolute inset-y-0 right-1 flex items-center">
          {clearable && selected && !props.disabled && (
            <button
              type="button"
              aria-label={t('select.clear', { label })}
              onClick={() => choose(null)}
              className="grid size-7 place-items-center rounded-md text-ink-faint hover:bg-hover hover:text-ink"
            >
              <X aria-hidden className="size-4" />
            </button>
          )}
          <button
            {...combobox.getToggleButtonProps({ disabled: props.disabled ?? false })}
            type="button"
            aria-label={t('select.toggle', { label })}
            className="grid size-7 place-items-center rounded-md text-ink-faint hover:text-ink"
          >
            <ChevronDown
              aria-hidden
              className={cx('size-4 motion-safe:transition-transform', combobox.isOpen && 'rotate-180')}
            />
          </button>
        </div>
      </div>
      <div
        style={placement}
        className={cx(
          'fixed z-50 flex max-h-[265px] flex-col rounded-lg border border-line-strong bg-surface p-1 shadow-float',
          !combobox.isOpen && 'hidden',
        )}
      >
        <ul {...combobox.getMenuProps()} className="min-h-0 overflow-y-auto">
          {combobox.isOpen &&
            shown.map((option, index) => (
              <li
                key={option.value}
                {...combobox.getItemProps({ item: option, index, onClick: () => choose(option) })}
                className={cx(
                  'flex min-h-9 cursor-pointer items-center gap-2 rounded-md px-3 py-1.5 max-md:min-h-11',
                  combobox.highlightedIndex === index && 'bg-hover',
                )}
              >
                <span className="min-w-0 flex-1">
                  <span className="block truncate">{option.label}</span>
                  {option.hint && <span className="block truncate text-xs text-ink-faint">{option.hint}</span>}
                </span>
                {option.value === value && <Check aria-hidden className="size-4 shrink-0 text-accent-ink" />}
              </li>
            ))}
        </ul>
        <p role="status" className={note ? 'px-3 py-2 text-ink-faint' : 'sr-only'}>
          {combobox.isOpen && note}
        </p>
      </div>
      <FieldNote id={noteId} error={error} helper={helper} />
    </div>
  )
}

/** Options with every typed word in their label or hint, ignoring accents. */
export function matching<T extends string>(options: readonly Option<T>[], query: string | null): readonly Option<T>[] {
  const words = plain(query ?? '')
    .split(/\s+/)
    .filter(Boolean)
  if (words.length === 0) return options
  return options.filter(({ label, hint = '' }) => words.every((word) => plain(`${label} ${hint}`).includes(word)))
}
