/**
 * A tab that showed test data remembers it. The address alone says what is shown, so a typed one or a bookmark leads to live data:
 * the tab then says so, until the user has read it.
 */
import { isTestMode } from '../api/mode.ts'
import { inTab } from '../ui/storage.ts'

const KEY = 'trilho.showedTestData'

/** Called where a signed-in user is shown a page. */
export function rememberTestMode(): void {
  if (isTestMode) inTab.set(KEY, 'true')
}

/** The user means to look at live data, or the session has ended: the next user left nothing. */
export function forgetTestMode(): void {
  inTab.remove(KEY)
}

export const hasLeftTestMode = (): boolean => !isTestMode && inTab.get(KEY) !== undefined
