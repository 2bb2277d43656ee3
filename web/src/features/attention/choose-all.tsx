import { useTranslation } from 'react-i18next'

interface ChooseAllProps {
  /** The ids of the shown items about which something can be decided in bulk. */
  ids: readonly string[]
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
}

/** At the head of the list, above the boxes of its rows: all that is shown, none, or something between. */
export function ChooseAll({ ids, chosen, onChoose }: ChooseAllProps) {
  const { t } = useTranslation('attention')
  const count = ids.filter((id) => chosen.has(id)).length
  const isAll = count === ids.length
  if (ids.length === 0) return null
  return (
    <label className="flex min-h-11 cursor-pointer items-center border-b border-line pr-4 text-[0.8125rem] text-ink-soft hover:bg-sunken md:pr-6">
      <span className="grid w-12 shrink-0 place-items-center">
        <input
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && !isAll
          }}
          type="checkbox"
          checked={isAll}
          onChange={() => onChoose(new Set(isAll ? [] : ids))}
          className="size-4 accent-accent"
        />
      </span>
      {t('chooseAll')}
    </label>
  )
}
