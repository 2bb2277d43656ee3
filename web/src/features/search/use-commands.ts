import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import type { Me } from '../../api/contract.ts'
import { isTestMode, otherMode, workplaceId, workplacePath } from '../../api/mode.ts'
import { APP_TEXTS } from '../../i18n/app-texts.ts'
import { LANGUAGES } from '../../i18n/language.ts'
import { changeLanguage } from '../../i18n/start.ts'
import { forgetTestMode } from '../../routes/left-test-mode.ts'
import { DENSITIES, useDensity } from '../../ui/density.ts'
import { THEMES, useTheme } from '../../ui/theme.ts'
import { sessionQueries, signOut } from '../session/queries.ts'
import type { Command } from './places.ts'

/** What the menu of one's account does, by name. @param onFound opens the form of a new platform. */
export function useCommands(me: Me, onFound: () => void): Command[] {
  const { t, i18n } = useTranslation('common')
  const [theme, setTheme] = useTheme()
  const [density, setDensity] = useDensity()
  const { pathname } = useLocation()
  const workplaces = useQuery(sessionQueries.workplaces()).data?.data ?? []
  const others = workplaces.filter(({ id, home }) => (workplaceId === undefined ? !home : id !== workplaceId))
  const toOtherMode = () => {
    forgetTestMode()
    location.assign(otherMode(pathname))
  }
  const leave = useMutation({ ...signOut(useQueryClient()), onSuccess: () => location.assign('/sign-in') })
  return [
    ...THEMES.filter((name) => name !== theme).map((name) => ({
      to: `theme/${name}`,
      label: `${t('account.theme')}: ${t(`account.themes.${name}`)}`,
      run: () => setTheme(name),
    })),
    ...DENSITIES.filter((name) => name !== density).map((name) => ({
      to: `density/${name}`,
      label: `${t('account.density')}: ${t(`account.densities.${name}`)}`,
      run: () => setDensity(name),
    })),
    ...LANGUAGES.filter((name) => name !== i18n.language).map((name) => ({
      to: `language/${name}`,
      label: `${t('account.language')}: ${t(`account.languages.${name}`)}`,
      run: () => void changeLanguage(name, APP_TEXTS),
    })),
    ...(me.testMode ? [{ to: 'mode', label: t(isTestMode ? 'mode.leave' : 'mode.enter'), run: toOtherMode }] : []),
    ...others.map((place) => ({
      to: workplacePath(place),
      label: t('search.toPlatform', { name: place.name }),
      run: () => location.assign(workplacePath(place)),
    })),
    ...(me.mayFound ? [{ to: 'found-platform', label: t('account.found'), run: onFound }] : []),
    { to: 'sign-out', label: t('account.signOut'), run: () => leave.mutate() },
  ]
}
