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
