import { useTranslation } from 'react-i18next'
import type { PageState } from '../../../../domain/selling.ts'
import { AddressFilter } from '../../ui/address-filter.tsx'

/** Narrows what is sold to one of its states, by the address. */
export function StateFilter({ states }: { states: readonly PageState[] }) {
  const { t } = useTranslation('selling')
  return (
    <AddressFilter
      name="state"
      label={t('column.state')}
      placeholder={t('allStates')}
      options={states.map((value) => ({ value, label: t(`state.${value}`) }))}
    />
  )
}

/** The state that the address asks for, if it is one of these. */
export function stateIn<State extends PageState>(search: URLSearchParams, states: readonly State[]): { state?: State } {
  const state = states.find((known) => known === search.get('state'))
  return state === undefined ? {} : { state }
}
