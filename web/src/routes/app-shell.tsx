/** The frame of the signed-in pages: who is here, where one can go, and the keys that lead there. */
import { hashKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { Menu, Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, Outlet, useLocation } from 'react-router'
import { defined } from '../../../domain/defined.ts'
import { sessionQueries } from '../features/session/queries.ts'
import { SESSION_ENDED, SessionContext } from '../features/session/session-context.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { rememberSearch } from '../ui/last-search.ts'
import { Logo } from '../ui/logo.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Unread, useFirstFailure } from '../ui/unread.tsx'
import { forgetDrafts } from '../ui/use-draft.ts'
import { AccountMenu } from './account-menu.tsx'
import { OutOfReach } from './failures.tsx'
import { forgetTestMode } from './left-test-mode.ts'
import { isOutOfReach } from './links.ts'
import { ModeBand, ModeSwitch } from './mode-switch.tsx'
import { Navigation } from './navigation.tsx'
import { useSearchEverything } from './search-everything.tsx'
import { useShortcuts } from './shortcuts.ts'
import { StaleBand } from './stale-band.tsx'
import { useTitleFocus } from './title-focus.ts'

const ME = hashKey(sessionQueries.me().queryKey)

export function AppShell() {
  const { t } = useTranslation('common')
  const location = useLocation()
  const queries = useQueryClient()
  const me = useQuery(sessionQueries.me())
  const failure = useFirstFailure(me)
  const [menuOpen, setMenuOpen] = useState(false)
  const personId = me.data?.id
  const isSignedOut = me.data === null
  const whose = useRef<string>(undefined)
  const lacksFactor = me.data?.secondFactor === 'needed'
  const search = useSearchEverything(me.data && !lacksFactor ? me.data : undefined)
  useShortcuts(search.open)
  useTitleFocus(location.pathname)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes whenever the address changes
  useEffect(() => setMenuOpen(false), [location.pathname, location.search])
  useEffect(() => {
    // Another user signed in elsewhere in this browser: what this tab shows, and would send, is not theirs.
    if (personId && whose.current && whose.current !== personId) startAnew()
    whose.current = personId ?? whose.current
  }, [personId])
  useEffect(() => {
    // The next sign-in may be another user's.
    if (!isSignedOut) return
    queries.removeQueries({ predicate: ({ queryHash }) => queryHash !== ME })
    forgetTestMode()
  }, [isSignedOut, queries])
  useEffect(() => rememberSearch(location.pathname, location.search), [location.pathname, location.search])

  if (me.data === null) {
    const next = `${location.pathname}${location.search}${location.hash}`
    const to = next === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`
    return <Navigate to={to} state={whose.current ? SESSION_ENDED : null} replace />
  }
  if (failure !== null) {
    return (
      <main className="grid min-h-dvh place-items-center">
        <Unread query={me} />
      </main>
    )
  }
  if (lacksFactor && location.pathname !== '/profile') return <Navigate to="/profile" replace />
  const side = (
    <>
      {/* It is longer than a low window: the account stays in sight, and a shadow says that there is more. */}
      <div className="md:scroll-shadow -mx-1 min-h-0 flex-1 overflow-y-auto px-1">
        <Navigation me={lacksFactor ? undefined : me.data} />
      </div>
      <div className="mt-auto border-t border-line pt-3">
        {me.data?.testMode && !lacksFactor && <ModeSwitch />}
        {me.data ? <AccountMenu me={me.data} /> : <Skeleton className="h-10" />}
      </div>
    </>
  )
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[var(--sidebar)_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-[calc(0.75rem+var(--below-toasts))] focus:left-3 focus:z-50 focus:rounded-lg focus:bg-surface focus:px-4 focus:py-2"
      >
        {t('skipToContent')}
      </a>
      <aside
        data-sidebar
        className="sticky top-0 hidden h-dvh flex-col border-r border-line bg-sunken px-3 pt-4 pb-[calc(1rem+var(--above-toasts))] md:flex"
      >
        <Brand {...defined({ platform: me.data ? me.data.platform.name : undefined })} />
        <SearchButton onClick={search.open} />
        {side}
      </aside>
      <header className="sticky top-(--below-toasts) z-30 flex h-14 items-center justify-between border-b border-line bg-canvas px-4 md:hidden">
        <Brand />
        <div className="flex gap-1">
          <Button look="quiet" size="icon" aria-label={t('search.title')} onClick={search.open}>
            <Search aria-hidden />
          </Button>
          <Button look="quiet" size="icon" aria-label={t('nav.open')} onClick={() => setMenuOpen(true)}>
            <Menu aria-hidden />
          </Button>
        </div>
      </header>
      <Dialog sheet open={menuOpen} onOpenChange={setMenuOpen} title={me.data?.platform.name ?? t('product')}>
        <div className="flex min-h-[70dvh] flex-col">{side}</div>
      </Dialog>
      {search.palette}
      <main id="content" tabIndex={-1} className="min-w-0 focus:outline-none">
        <div className="sticky top-0 z-20 max-md:top-[calc(3.5rem+var(--below-toasts))]">
          <ModeBand />
          <StaleBand />
        </div>
        {me.data && (
          <SessionContext value={me.data}>
            {isOutOfReach(location.pathname, me.data) ? <OutOfReach /> : <Outlet />}
          </SessionContext>
        )}
      </main>
    </div>
  )
}

function SearchButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('common')
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onClick}
      className="mb-4 flex h-9 shrink-0 items-center gap-2.5 rounded-lg border border-line bg-surface px-2.5 text-ink-faint hover:border-line-strong hover:text-ink"
    >
      <Search aria-hidden className="size-4 shrink-0" />
      <span className="flex-1 text-left">{t('search.title')}</span>
      <kbd aria-hidden className="rounded border border-line bg-sunken px-1.5 font-mono text-xs leading-5">
        Ctrl K
      </kbd>
    </button>
  )
}

function Brand({ platform }: { platform?: string }) {
  return (
    <div className="flex h-10 items-center gap-2.5 px-2 md:mb-4">
      <Logo className="size-7 shrink-0" />
      <div className="min-w-0 leading-tight">
        <p className="font-semibold tracking-tight">Trilho</p>
        {platform && <p className="truncate text-xs text-ink-faint">{platform}</p>}
      </div>
    </div>
  )
}

function startAnew(): void {
  forgetDrafts()
  forgetTestMode()
  location.reload()
}
