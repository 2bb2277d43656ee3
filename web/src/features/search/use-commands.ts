import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { APP_TEXTS } from '../../i18n/app-texts.ts'
import { LANGUAGES } from '../../i18n/language.ts'
import { changeLanguage } from '../../i18n/start.ts'
import { DENSITIES, useDensity } from '../../ui/density.ts'
import { THEMES, useTheme } from '../../ui/theme.ts'
import { signOut } from '../session/queries.ts'
import type { Command } from './places.ts'

/** What the menu of one's account does, by name. */
export function useCommands(): Command[] {
  const { t, i18n } = useTranslation('common')
  const [theme, setTheme] = useTheme()
  const [density, setDensity] = useDensity()
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
    { to: 'sign-out', label: t('account.signOut'), run: () => leave.mutate() },
  ]
}
