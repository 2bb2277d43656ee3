import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChosenEvent, SellerEventKind } from '../../api/contract.ts'
import { EVERY_EVENT, SELLER_EVENT_KINDS, SELLER_EVENTS } from '../../api/contract.ts'
import { FieldNote } from '../../ui/field.tsx'

interface EventChoiceProps {
  value: readonly ChosenEvent[]
  onChange: (events: ChosenEvent[]) => void
  error: string | undefined
}

const eventsOf = (kind: SellerEventKind) => SELLER_EVENTS.filter((event) => event.startsWith(`${kind}.`))

/** All events, or some of them, by what they are about. */
export function EventChoice({ value, onChange, error }: EventChoiceProps) {
  const { t } = useTranslation('endpoints')
  const noteId = useId()
  const wantsAll = value.includes(EVERY_EVENT)
  const toggle = (event: ChosenEvent, isChosen: boolean) =>
    onChange(isChosen ? [...value, event] : value.filter((chosen) => chosen !== event))
  return (
    <fieldset aria-describedby={error ? noteId : undefined} className="min-w-0">
      <legend className="mb-1.5 text-[0.8125rem] font-medium">{t('form.events')}</legend>
      <Choice
        label={t('form.all')}
        checked={wantsAll}
        onChange={(isChosen) => onChange(isChosen ? [EVERY_EVENT] : [])}
      />
      {!wantsAll && (
        <div className="mt-3 grid gap-4 border-t border-line pt-3 sm:grid-cols-2">
          {SELLER_EVENT_KINDS.map((kind) => (
            <div key={kind} className="min-w-0">
              <p className="mb-1 text-xs text-ink-faint">{t(`kinds.${kind}`)}</p>
              {eventsOf(kind).map((event) => (
                <Choice
                  key={event}
                  label={event}
                  mono
                  checked={value.includes(event)}
                  onChange={(isChosen) => toggle(event, isChosen)}
                />
              ))}
            </div>
          ))}
        </div>
      )}
      <FieldNote id={noteId} error={error} helper={undefined} />
    </fieldset>
  )
}

interface ChoiceProps {
  label: string
  checked: boolean
  onChange: (isChosen: boolean) => void
  mono?: boolean
}

function Choice({ label, checked, onChange, mono = false }: ChoiceProps) {
  return (
    <label className="flex items-center gap-2.5 py-1 max-md:min-h-11">
      <input
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4 shrink-0 accent-accent"
      />
      <span className={mono ? 'min-w-0 font-mono text-[0.8125rem] [overflow-wrap:anywhere]' : ''}>{label}</span>
    </label>
  )
}
