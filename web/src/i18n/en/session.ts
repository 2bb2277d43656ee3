import type { session as portuguese } from '../pt-BR/session.ts'

export const session: typeof portuguese = {
  title: 'Sign in',
  lead: "Your platform's dashboard.",
  email: 'E-mail',
  password: 'Password',
  submit: 'Sign in',
  wrong: 'E-mail and password do not match.',
  failed: 'Signing in did not work just now. Try again.',
  tooMany: 'Too many tries. Wait a minute and try again.',
  code: {
    title: 'The code is missing',
    lead: 'Type the code that your authenticator app shows now.',
    recoveryLead: 'Type one of the recovery codes that you have kept. Each is good once.',
    label: 'Code from the app',
    recovery: 'Recovery code',
    useRecovery: 'Use a recovery code',
    useApp: 'Use the app',
    back: 'Back',
    wrong: 'That code is not good now. Each code is good once: try the next one.',
    expired: 'It took too long, or too many codes. Sign in with the password again.',
    tooMany: 'Too many wrong codes. Wait a while and sign in again, or ask an administrator for help.',
  },
  demo: 'Demo accounts',
  demoHint: 'Local mode: one click and you are in.',
  demoRoles: {
    seller: 'Creates and follows charges',
    operator: 'Decides what was left unanswered',
    admin: 'Connects providers and keys',
  },
  pitch: 'Every charge is a process that cannot get lost.',
  pitchText:
    'If the provider goes down, the network fails or the server restarts, the charge goes on from where it was. Nobody pays twice, and you see it all live.',
}
