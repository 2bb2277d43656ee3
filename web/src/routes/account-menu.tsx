import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, ChevronsUpDown, LogOut, Monitor, Moon, ShieldCheck, Sun } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Me } from '../api/contract.ts'
import { signOut } from '../features/session/queries.ts'
import { APP_TEXTS } from '../i18n/app-texts.ts'
import { LANGUAGES } from '../i18n/language.ts'
import { changeLanguage } from '../i18n/start.ts'
import { MENU, MENU_ITEM, MENU_LABEL } from '../ui/menu.ts'
import { THEMES, type Theme, useTheme } from '../ui/theme.ts'
import { Workplaces } from './workplaces.tsx'

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon } as const satisfies Record<Theme, typeof Sun>

export function AccountMenu({ me }: { me: Me }) {
  const { t, i18n } = useTranslation('common')
  const [theme, setTheme] = useTheme()
  const queries = useQueryClient()
  const leave = useMutation({ ...signOut(queries), onSuccess: () => location.assign('/sign-in') })
  return (
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
        <DropdownMenu.Content side="top" align="start" sideOffset={8} className={MENU}>
          <Workplaces />
          <DropdownMenu.Label className={MENU_LABEL}>{t('account.theme')}</DropdownMenu.Label>
          <DropdownMenu.RadioGroup value={theme} onValueChange={(next) => setTheme(next as Theme)}>
            {THEMES.map((name) => {
              const Icon = THEME_ICONS[name]
              return (
                <DropdownMenu.RadioItem key={name} value={name} className={MENU_ITEM}>
                  <Icon aria-hidden />
                  <span className="flex-1">{t(`account.themes.${name}`)}</span>
                  <DropdownMenu.ItemIndicator>
                    <Check aria-hidden />
                  </DropdownMenu.ItemIndicator>
                </DropdownMenu.RadioItem>
              )
            })}
          </DropdownMenu.RadioGroup>
          <DropdownMenu.Separator className="my-1 border-t border-line" />
          <DropdownMenu.Label className={MENU_LABEL}>{t('account.language')}</DropdownMenu.Label>
          <DropdownMenu.RadioGroup
            value={i18n.language}
            onValueChange={(next) => void changeLanguage(next === 'en' ? 'en' : 'pt-BR', APP_TEXTS)}
          >
            {LANGUAGES.map((language) => (
              <DropdownMenu.RadioItem key={language} value={language} className={MENU_ITEM}>
                <span className="flex-1" lang={language}>
                  {t(`account.languages.${language}`)}
                </span>
                <DropdownMenu.ItemIndicator>
                  <Check aria-hidden />
                </DropdownMenu.ItemIndicator>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          <DropdownMenu.Separator className="my-1 border-t border-line" />
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
  )
}

export function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.[0] ?? '')
    .join('')
    .toUpperCase()
}
