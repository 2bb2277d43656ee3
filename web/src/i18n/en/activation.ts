import type { activation as portuguese } from '../pt-BR/activation.ts'

export const activation: typeof portuguese = {
  title: 'Activate {{name}}?',
  refused: 'The provider refused the keys in the last test: the account is activated with accepted keys only.',
  notAsked: 'A setting of the platform is missing or of no use: change it or test again before activating.',
  unproved: 'The provider has not accepted the keys in a test: charges through this account may be refused.',
  testNow: 'Test now',
  done: 'Activated without an accepted test',
  connected: 'Account activated without an accepted test',
}
