/** Search over everything, and every page and form by its name: by typing and arrow keys, or by pointer. */
import { useQuery } from '@tanstack/react-query'
import { useCombobox } from 'downshift'
import { Search } from 'lucide-react'
import { type ChangeEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Me, Withdrawal } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { LINK_TEXTS } from '../../routes/links.ts'
import { cx } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CONTROL } from '../../ui/field.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import { useBuyerName } from '../customers/buyer.tsx'
import { useProviderName } from '../providers/use-provider-name.ts'
import { destinationText, holderOf } from '../withdrawals/destination.ts'
import { catalogued, useCatalogue } from './catalogue.ts'
import { GROUP_TITLES, type Place, placesFound, placesNamed } from './places.ts'
import { searchQueries } from './queries.ts'
import { useCommands } from './use-commands.ts'

interface PaletteProps {
  me: Me
  open: boolean
  /** Before it was there. */
  typed: string
  /** Opens the form of a new platform. */
  onFound: () => void
  onOpenChange: (open: boolean) => void
}

export function Palette({ me, open, typed, onFound, onOpenChange }: PaletteProps) {
  const { t } = useTranslation('common')
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('search.title')}>
      <Finder me={me} typed={typed} onFound={onFound} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function Finder({
  me,
  typed,
  onFound,
  onDone,
}: Pick<PaletteProps, 'me' | 'typed' | 'onFound'> & { onDone: () => void }) {
  const { t } = useTranslation(['common', 'places', ...LINK_TEXTS])
  const { t: ofDisbursements } = useTranslation(['disbursements', 'charges'])
  const { money } = useFormat()
  const words = {
    money,
    nameOf: useBuyerName(),
    providerName: useProviderName(),
    destinationOf: (withdrawal: Withdrawal) =>
      [holderOf(withdrawal.destination), destinationText(ofDisbursements, withdrawal)].filter(Boolean).join(' · '),
  }
  const navigate = useNavigate()
  const [text, setText] = useState(typed)
  const q = useSettled(text.trim())
  const search = useQuery(searchQueries.everywhere(q, me))
  const isSearched = text.trim().length > 1
  const isSearching = isSearched && (q !== text.trim() || search.isPending)
  // What was found for other words is no answer to these.
  const found = !isSearching && isSearched && search.data ? placesFound(t, words, search.data) : []
  const catalogue = useCatalogue(me)
  const ofCatalogue = isSearched ? catalogued(text, catalogue) : []
  const places = [...placesNamed(t, me, text, useCommands(me, onFound)), ...ofCatalogue, ...found]

  const { getInputProps, getMenuProps, getItemProps, highlightedIndex } = useCombobox<Place>({
    items: places,
    isOpen: true,
    selectedItem: null,
    inputValue: text,
    defaultHighlightedIndex: 0,
    initialHighlightedIndex: 0,
    itemToString: (place) => place?.label ?? '',
    itemToKey: (place) => (place ? keyOf(place) : ''),
    onSelectedItemChange: ({ type, selectedItem }) => {
      // Downshift also chooses what is highlighted when the focus goes elsewhere, and Tab would lead to another page.
      if (!selectedItem || type === useCombobox.stateChangeTypes.InputBlur) return
      onDone()
      if (selectedItem.run) selectedItem.run()
      else void navigate(selectedItem.to)
    },
    onIsOpenChange: ({ type }) => {
      if (type === useCombobox.stateChangeTypes.InputKeyDownEscape) onDone()
    },
  })
  return (
    <>
      <div className="relative">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-faint"
        />
        <input
          {...getInputProps({
            onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => setText(currentTarget.value),
          })}
          aria-labelledby={undefined}
          aria-label={t('search.label')}
          placeholder={t('search.placeholder')}
          maxLength={100}
          className={cx(CONTROL, 'pl-9')}
        />
      </div>
      <div
        {...getMenuProps({ 'aria-label': t('search.label') })}
        aria-labelledby={undefined}
        className={cx('mt-3 overflow-y-auto', places.length > 0 && 'h-[45dvh]')}
      >
        {places.map((place, index) => (
          <div key={keyOf(place)}>
            {place.group !== places[index - 1]?.group && (
              <p aria-hidden className="px-3 pt-3 pb-1 text-xs font-medium text-ink-faint">
                {t(GROUP_TITLES[place.group])}
              </p>
            )}
            <div
              {...getItemProps({ item: place, index })}
              className={cx(
                'flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-3 py-1.5 max-md:min-h-11',
                highlightedIndex === index && 'bg-hover',
              )}
            >
              <span className="sr-only">{t(GROUP_TITLES[place.group])}: </span>
              <span className="min-w-0 flex-1 truncate">{place.label}</span>
              {place.hint && <span className="figures shrink-0 text-[0.8125rem] text-ink-soft">{place.hint}</span>}
            </div>
          </div>
        ))}
      </div>
      <p
        aria-live="polite"
        className={cx(
          'mt-2 px-3 text-[0.8125rem] text-ink-soft',
          places.length > 0 ? 'min-h-5' : 'h-[calc(45dvh+1.25rem)]',
        )}
      >
        {isSearching && t('loading')}
        {!isSearching && isSearched && search.isError && t('search.failed')}
        {!isSearching && !search.isError && places.length === 0 && t('search.nothing')}
      </p>
    </>
  )
}

/** A page and an action of it have one address. */
const keyOf = ({ group, to, label }: Place) => `${group} ${to} ${label}`
