/** What buyers and banks do to what was made with a test key: it happens at the fake provider, and comes back as it would from a real one. */
import type { Settings } from '../../config/env.ts'
import { isTest } from '../../domain/mode.ts'
import type { ChargeSimulation, WithdrawalSimulation } from '../../domain/simulation.ts'
import { notFound, outcomeUnknown, problem } from '../problem.ts'
import { noTestMode } from './accounts.ts'

const TIMEOUT_MS = 10_000

/** As the fake providers call them. */
const AT_THE_PROVIDER = {
  transactions: {
    pay: 'pay',
    decline: 'refuse',
    expire: 'expire',
    refund: 'refund',
    refuseRefunds: 'refuse-refunds',
    dispute: 'chargeback',
    winDispute: 'win',
  } satisfies Record<ChargeSimulation, string>,
  withdrawals: { approve: 'settle', reject: 'reject', cancel: 'cancel', return: 'return' } satisfies Record<
    WithdrawalSimulation,
    string
  >,
} as const

/** For a live platform there is no such route. @throws ApiProblem 404. */
export function assertTestPlatform(platformId: string): void {
  if (!isTest(platformId)) throw notFound()
}

/** @param movement of a test platform: by whom it was taken, and what it is called there. */
export async function simulateCharge(settings: Settings, movement: AtProvider, action: ChargeSimulation) {
  await act(settings, 'transactions', movement, AT_THE_PROVIDER.transactions[action])
}

export async function simulateWithdrawal(settings: Settings, movement: AtProvider, action: WithdrawalSimulation) {
  await act(settings, 'withdrawals', movement, AT_THE_PROVIDER.withdrawals[action])
}

interface AtProvider {
  provider: string | null
  transactionId: string | null
}

/**
 * @throws ApiProblem 409 where it cannot happen now, 422 without test mode, 503 `outcome_unknown` when the fake providers do not answer.
 */
async function act(
  { testProvidersUrl }: Settings,
  kind: keyof typeof AT_THE_PROVIDER,
  { provider, transactionId }: AtProvider,
  deed: string,
): Promise<void> {
  if (testProvidersUrl === undefined) throw noTestMode()
  if (provider === null || transactionId === null) {
    throw problem('conflict', { detail: 'No provider has taken it yet' })
  }
  const path = [kind, provider, transactionId, deed].map(encodeURIComponent).join('/')
  const answer = await fetch(`${testProvidersUrl}/_control/${path}`, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined)
  if (answer?.ok) return
  if (answer?.status === 404) throw problem('conflict', { detail: 'The test provider does not know it any more' })
  if (answer?.status !== 409)
    throw outcomeUnknown('The test providers did not answer: it may have happened all the same')
  const { error } = (await answer.json()) as { error: string }
  throw problem('conflict', { detail: error })
}
