import type { ReactNode } from 'react'

/** What is being loaded, in grey: its own layout around usual values, so that nothing moves once the real ones are there. Out of reach. */
export function Ghost({ children }: { children: ReactNode }) {
  return (
    <div aria-hidden inert className="ghost motion-safe:animate-breathe">
      <fieldset disabled className="contents">
        {children}
      </fieldset>
    </div>
  )
}
