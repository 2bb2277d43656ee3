/** Asks an examined system which state it holds for a charge. */
import type { HeldState } from '../../domain/exam.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import type { HttpClient } from '../../gateway/http-client.ts'

/** @returns an empty object if the system does not know the charge; undefined if the answer is no state. */
export async function heldAt(http: HttpClient, url: string): Promise<HeldState | undefined> {
  try {
    const { status, body } = await http.send({ risk: 'read', method: 'GET', url, authenticated: false, headers: {} })
    if (status === 404) return {}
    const state: unknown = status === 200 ? JSON.parse(body) : undefined
    return typeof state === 'object' && state !== null && 'status' in state ? state : undefined
  } catch (error) {
    if (error instanceof ProviderError || error instanceof SyntaxError) return undefined
    throw error
  }
}
