import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { APP_TEXTS } from '../../i18n/app-texts.ts'
import { LanguageSwitch } from '../../ui/language-switch.tsx'
import { Logo } from '../../ui/logo.tsx'
import { unbroken } from '../../ui/unbroken.ts'
import { SignInAside } from './sign-in-aside.tsx'

/** The frame of every page for a visitor who is not signed in. @param title the document's. */
export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Trilho`
  }, [title])
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <main className="flex flex-col justify-center px-6 py-10">
        <div className="mx-auto w-full max-w-sm">
          <div className="mb-8 flex items-center gap-3">
            <Logo className="size-9" />
            <span className="text-lg font-semibold tracking-tight">Trilho</span>
          </div>
          {children}
          <div className="mt-8 flex justify-center">
            <LanguageSwitch texts={APP_TEXTS} />
          </div>
        </div>
      </main>
      <SignInAside />
    </div>
  )
}

export function Heading({ title, lead }: { title: string; lead: string }) {
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      <p className="mt-1 mb-8 text-ink-soft text-pretty">{unbroken(lead)}</p>
    </>
  )
}

export function Refusal({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="rounded-lg border border-danger-line bg-danger-soft px-4 py-3 text-danger-ink">
      {children}
    </p>
  )
}
