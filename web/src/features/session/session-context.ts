import { createContext, useContext } from 'react'
import type { Me } from '../../api/contract.ts'

export const SessionContext = createContext<Me | null>(null)

/** Who is signed in. @throws Error outside of the signed-in pages. */
export function useSession(): Me {
  const me = useContext(SessionContext)
  if (!me) throw new Error('No user is signed in here')
  return me
}

/** What the way to the sign-in page says of why a user who was signed in is sent there. */
export const SESSION_ENDED = 'sessionEnded'

/** Operators and administrators decide what happens to stuck charges. */
export function mayOperate({ role }: Pick<Me, 'role'>): boolean {
  return role !== 'seller'
}
