import type { activation as portuguese } from '../pt-BR/activation.ts'

export const activation: typeof portuguese = {
  title: 'Activate {{name}}?',
  refused: 'The provider refused the keys in the last test: the account is activated with accepted keys only.',
  notAsked: 'The last test did not reach the provider: the account is activated only after one that does.',
  unproved: 'The provider has not accepted the keys in a test: charges through this account may be refused.',
  testNow: 'Test now',
  done: 'Activated without an accepted test',
  connected: 'Account activated without an accepted test',
}
