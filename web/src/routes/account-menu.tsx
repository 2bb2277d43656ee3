import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, ChevronsUpDown, LogOut, Monitor, Moon, Rows3, Rows4, ShieldCheck, Sun } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Me } from '../api/contract.ts'
import { FoundPlatformDialog } from '../features/platforms/found-dialog.tsx'
import { sessionQueries, signOut } from '../features/session/queries.ts'
import { APP_TEXTS } from '../i18n/app-texts.ts'
import { LANGUAGES } from '../i18n/language.ts'
import { changeLanguage } from '../i18n/start.ts'
import { DENSITIES, type Density, useDensity } from '../ui/density.ts'
import { initials } from '../ui/initials.ts'
import { MENU, MENU_ITEM, MENU_LABEL } from '../ui/menu.ts'
import { THEMES, type Theme, useTheme } from '../ui/theme.ts'
import { Workplaces } from './workplaces.tsx'

const DENSITY_ICONS = { comfortable: Rows3, compact: Rows4 } as const satisfies Record<Density, typeof Sun>
const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon } as const satisfies Record<Theme, typeof Sun>

export function AccountMenu({ me }: { me: Me }) {
  const { t, i18n } = useTranslation('common')
  const [theme, setTheme] = useTheme()
  const [density, setDensity] = useDensity()
  const [isFounding, setFounding] = useState(false)
  // Asked for with the page: what comes while the menu is open makes it grow.
  const workplaces = useQuery({ ...sessionQueries.workplaces(), enabled: me.secondFactor !== 'needed' })
  const queries = useQueryClient()
  const leave = useMutation({ ...signOut(queries), onSuccess: () => location.assign('/sign-in') })
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger className="flex min-h-12 w-full items-center gap-3 rounded-lg px-2 text-left hover:bg-hover">
          <span
            aria-hidden
            className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-ink"
          >
            {initials(me.name)}
          </span>
          <span className="sr-only">{t('account.menu')}:</span>
          <span className="min-w-0 flex-1 leading-tight">
            <span className="block truncate font-medium">{me.name}</span>
            <span className="block truncate text-xs text-ink-faint">{t(`account.roles.${me.role}`)}</span>
          </span>
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-ink-faint" />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          {/* Never below it, where messages stand. */}
          <DropdownMenu.Content side="top" align="start" sideOffset={8} avoidCollisions={false} className={MENU}>
            <Workplaces known={workplaces} onFound={me.mayFound ? () => setFounding(true) : undefined} />
            <Choices
              label={t('account.theme')}
              options={THEMES.map((value) => ({ value, text: t(`account.themes.${value}`), icon: THEME_ICONS[value] }))}
              value={theme}
              onChoose={setTheme}
            />
            <Choices
              label={t('account.density')}
              options={DENSITIES.map((value) => ({
                value,
                text: t(`account.densities.${value}`),
                icon: DENSITY_ICONS[value],
              }))}
              value={density}
              onChoose={setDensity}
            />
            <Choices
              label={t('account.language')}
              options={LANGUAGES.map((value) => ({ value, text: t(`account.languages.${value}`), lang: value }))}
              value={i18n.language}
              onChoose={(next) => void changeLanguage(next, APP_TEXTS)}
            />
            <DropdownMenu.Item asChild className={MENU_ITEM}>
              <Link to="/profile">
                <ShieldCheck aria-hidden />
                {t('account.profile')}
              </Link>
            </DropdownMenu.Item>
            <DropdownMenu.Item className={MENU_ITEM} onSelect={() => leave.mutate()}>
              <LogOut aria-hidden />
              {t('account.signOut')}
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {isFounding && <FoundPlatformDialog onClose={() => setFounding(false)} />}
    </>
  )
}

interface ChoicesProps<Value extends string> {
  label: string
  options: readonly { value: Value; text: string; icon?: typeof Sun; lang?: string }[]
  value: string
  onChoose: (value: Value) => void
}

/** One of a few, for all pages. */
function Choices<Value extends string>({ label, options, value, onChoose }: ChoicesProps<Value>) {
  const choose = (text: string) => {
    const option = options.find((known) => known.value === text)
    if (option) onChoose(option.value)
  }
  return (
    <>
      <DropdownMenu.Label className={MENU_LABEL}>{label}</DropdownMenu.Label>
      <DropdownMenu.RadioGroup aria-label={label} value={value} onValueChange={choose}>
        {options.map(({ value: name, text, icon: Icon, lang }) => (
          <DropdownMenu.RadioItem key={name} value={name} className={MENU_ITEM}>
            {Icon && <Icon aria-hidden />}
            <span className="flex-1" lang={lang}>
              {text}
            </span>
            <DropdownMenu.ItemIndicator>
              <Check aria-hidden />
            </DropdownMenu.ItemIndicator>
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
      <DropdownMenu.Separator className="my-1 border-t border-line" />
    </>
  )
}
