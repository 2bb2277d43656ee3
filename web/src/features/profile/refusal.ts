import type { TFunction } from 'i18next'
import { ApiError } from '../../api/client.ts'
import { tellFailure } from '../../ui/failure.tsx'

type Proof = 'password' | 'code'
const TEXTS = { password: 'wrongPassword', code: 'wrongCode' } as const satisfies Record<Proof, string>

/** Puts what the API says of the password or the code beside its field, and anything else into a toast. */
export function refusalOf(
  error: unknown,
  t: TFunction<'profile'>,
  setError: (field: Proof, error: { type: 'server'; message: string }) => void,
): void {
  const broken = error instanceof ApiError ? (error.problem?.errors ?? []) : []
  const field = (['password', 'code'] as const).find((name) => broken.some(({ path }) => path === `/${name}`))
  if (field) {
    setError(field, { type: 'server', message: t(TEXTS[field]) })
    return
  }
  tellFailure(t('failed'), error, { rate_limited: t('tooMany') })
}
