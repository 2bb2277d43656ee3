/** The buyer, the bank and the provider: in test mode over the API, on this machine at the fake providers themselves. */
import type { Trilho } from '../client.ts'
import type { NewChargeSimulation, NewWithdrawalSimulation } from '../types.generated.ts'

/** Asks the fake providers' control API. */
export type Sandbox = (method: 'GET' | 'POST', path: string) => Promise<unknown>

export interface Bank {
  charge(id: string, action: NewChargeSimulation['action']): Promise<void>
  withdrawal(id: string, action: NewWithdrawalSimulation['action']): Promise<void>
}

export const testBank = (trilho: Trilho): Bank => ({
  charge: async (id, action) => void (await trilho.charges.simulate(id, { action })),
  withdrawal: async (id, action) => void (await trilho.withdrawals.simulate(id, { action })),
})

/** As the fake providers call it. */
const AT_THE_PROVIDER = {
  charge: {
    pay: 'pay',
    decline: 'refuse',
    expire: 'expire',
    refund: 'refund',
    refuseRefunds: 'refuse-refunds',
    dispute: 'chargeback',
    winDispute: 'win',
  } satisfies Record<NewChargeSimulation['action'], string>,
  withdrawal: { approve: 'settle', reject: 'reject', cancel: 'cancel', return: 'return' } satisfies Record<
    NewWithdrawalSimulation['action'],
    string
  >,
} as const

export const localBank = (trilho: Trilho, sandbox: Sandbox): Bank => ({
  charge: async (id, action) => {
    const { provider, transactionId } = await trilho.charges.get(id)
    await sandbox('POST', pathOf('transactions', provider, transactionId, AT_THE_PROVIDER.charge[action]))
  },
  withdrawal: async (id, action) => {
    const { provider, withdrawId } = await trilho.withdrawals.get(id)
    await sandbox('POST', pathOf('withdrawals', provider, withdrawId, AT_THE_PROVIDER.withdrawal[action]))
  },
})

const pathOf = (...segments: (string | null)[]) =>
  segments.map((segment) => encodeURIComponent(segment ?? '')).join('/')
