/** Light, dark, or as the system has it. `public/theme.js` applies the choice before the first paint. */
import { useState } from 'react'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const KEY = 'trilho.theme'

function currentTheme(): Theme {
  return THEMES.find((theme) => theme === document.documentElement.dataset.theme) ?? 'system'
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(currentTheme)
  const choose = (next: Theme) => {
    if (next === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = next
    try {
      localStorage.setItem(KEY, next)
    } catch {
      // Storage may be forbidden; the choice then lasts as long as the page.
    }
    setTheme(next)
  }
  return [theme, choose]
}
