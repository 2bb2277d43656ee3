/**
 * A tab that showed test data remembers it. The address alone says what is shown, so a typed one or a bookmark leads to live data:
 * the tab then says so, until somebody has read it.
 */
import { isTestMode } from '../api/mode.ts'

const KEY = 'trilho.showedTestData'

/** Called once, when a page is loaded. */
export function rememberTestMode(): void {
  if (isTestMode) inStorage((storage) => storage.setItem(KEY, 'true'))
}

/** Somebody means to look at live data. */
export function forgetTestMode(): void {
  inStorage((storage) => storage.removeItem(KEY))
}

export const hasLeftTestMode = (): boolean =>
  !isTestMode && (inStorage((storage) => storage.getItem(KEY)) ?? null) !== null

function inStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage)
  } catch {
    // Storage may be forbidden: the band of test mode is then all that is said.
    return undefined
  }
}
