import type { apiKeys as portuguese } from '../pt-BR/api-keys.ts'

export const apiKeys: typeof portuguese = {
  title: 'API keys',
  lead: 'For your servers to talk to the API. We keep only a fingerprint of each key.',
  caption: 'API keys',
  new: 'New key',
  column: { name: 'Name', role: 'Role', hint: 'Starts with', created: 'Created', state: 'State' },
  active: 'Active',
  revoked: 'Revoked',
  emptyTitle: 'No keys yet',
  emptyText: 'Create one to charge from your own system.',
  form: {
    title: 'New API key',
    name: 'Name',
    namePlaceholder: 'E.g. web shop',
    role: 'Role',
    submit: 'Create key',
    failed: 'The key was not created',
  },
  created: {
    title: 'Copy the key now',
    text: 'It is not shown again. Treat it like a password.',
    copy: 'Copy key',
    done: 'I have stored it',
  },
  revoke: 'Revoke',
  revokeTitle: 'Revoke “{{name}}”?',
  revokeText: 'Systems that use this key stop working at once. There is no way back.',
  revokeDo: 'Revoke key',
  revokedToast: 'Key revoked',
  failed: 'That did not work',
}
