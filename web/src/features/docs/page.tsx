/** The API's start page for programmers, signed in or not: a working quickstart, and a search over everything. */
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { APP_TEXTS } from '../../i18n/app-texts.ts'
import { LanguageSwitch } from '../../ui/language-switch.tsx'
import { Logo } from '../../ui/logo.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { entriesIn, entriesWith } from './entries.ts'
import { Quickstart } from './quickstart.tsx'
import { moveFocus, Results } from './results.tsx'
import { useSlash } from './use-slash.ts'

export function DocsPage() {
  const { t, i18n } = useTranslation('docs')
  const [search, setSearch] = useState('')
  useSlash()
  useEffect(() => {
    document.title = t('title')
  }, [t])
  const entries = useMemo(() => entriesIn(t, i18n.language), [t, i18n.language])
  const found = entriesWith(entries, search)
  const isSearching = search.trim() !== ''
  return (
    <div className="min-h-dvh">
      <header className="border-b border-line">
        <div className="mx-auto flex max-w-4xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3 md:px-8">
          <a href="/" className="flex items-center gap-3 font-semibold">
            <Logo className="size-7" />
            <span className="sr-only">{t('back')}: </span>Trilho
          </a>
          <LanguageSwitch texts={APP_TEXTS} />
        </div>
      </header>
      <main className="mx-auto grid max-w-4xl gap-10 px-4 py-8 md:px-8 md:py-12" onKeyDown={moveFocus}>
        <div className="grid gap-6">
          <div>
            <h1 className="text-2xl font-semibold tracking-tight">{t('title')}</h1>
            <p className="mt-2 max-w-prose text-base leading-6 text-ink-soft text-pretty">{t('lead')}</p>
            <p className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
              <a href="/docs/reference" className="font-medium text-accent-ink underline">
                {t('full')}
              </a>
              <a href="/collection.json" className="font-medium text-accent-ink underline">
                {t('collection')}
              </a>
            </p>
          </div>
          <SearchInput label={t('search')} value={search} onValueChange={setSearch} />
          <p role="status" className={isSearching ? 'text-ink-soft' : 'sr-only'}>
            {isSearching && (found.length === 0 ? t('nothing') : t('found', { count: found.length }))}
          </p>
        </div>
        {!isSearching && <Quickstart />}
        <Results entries={found} />
      </main>
    </div>
  )
}
