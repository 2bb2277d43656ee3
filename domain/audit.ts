/** What the audit log names: everything that somebody did to the product, its settings, its people or its money. */
export const AUDIT_ACTIONS = [
  'sign-in',
  'sign-in.refused',
  'sign-out',
  'user.create',
  'user.change',
  'user.password',
  'apiKey.create',
  'apiKey.change',
  'apiKey.revoke',
  'platform.create',
  'platform.change',
  'providerAccount.create',
  'providerAccount.change',
  'providerAccount.test',
  'providerAccount.delete',
  'routingRule.create',
  'routingRule.change',
  'routingRule.delete',
  'webhookEndpoint.create',
  'webhookEndpoint.change',
  'webhookEndpoint.delete',
  'webhookEndpoint.rotateSecret',
  'webhookEndpoint.test',
  /** An operator's decisions. */
  'retry',
  'resolve',
  'cancel',
  /** A webhook that came in, and one that went out. */
  'replay',
  'resend',
  /** Written by the database with the movement itself. */
  'refund.create',
  'withdrawal.create',
  'receiver.create',
  'receiver.documents.read',
  'receiver.document.delete',
  'card.remove',
  /** What a provider said is translated by today's tables. */
  'retranslate',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]
