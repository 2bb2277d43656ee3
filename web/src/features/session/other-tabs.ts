/** All tabs of a browser share one session: where one begins or ends it, the others ask whose it is now. */
import type { QueryClient } from '@tanstack/react-query'
import { onDevice } from '../../ui/storage.ts'

const PLACE = 'trilho.session'

export const tellOtherTabs = (): void => onDevice.set(PLACE, String(Date.now()))

/** @param queryKey of who is signed in. */
export function followOtherTabs(queries: QueryClient, queryKey: readonly unknown[]): void {
  addEventListener('storage', ({ key }) => {
    if (key === PLACE) void queries.invalidateQueries({ queryKey })
  })
}
