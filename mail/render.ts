/** Renders any mail of the outbox, to send it or to show it in local mode. */
import type { KeyRing } from '../config/keys.ts'
import { linkTokenOf } from '../config/link-token.ts'
import { isLinkOpen, type LinkKind } from '../domain/access-link.ts'
import { type AuditAction, SIGN_IN_CHANGES } from '../domain/audit.ts'
import { DEFAULT_LANGUAGE, type Language } from '../domain/language.ts'
import { isReceipt, type MailKind } from '../domain/mail.ts'
import { isLive } from '../domain/mode.ts'
import type { Role } from '../domain/role.ts'
import { accessMessage } from './access.ts'
import { type Boleto, boletoMessage } from './boleto.ts'
import type { Message } from './message.ts'
import { payPageMessage } from './pay-page.ts'
import { type Receipt, receiptMessage } from './receipt.ts'
import { type Change, type Person, signInChangeMessage } from './sign-in-change.ts'

export interface Loaded {
  mail: {
    id: string
    platformId: string
    kind: MailKind
    amount: number
    createdAt: string
    /** Where it goes if not to the charge's customer. */
    address: string | null
    auditId: string | null
  }
  platform: Receipt['platform']
  /** One of `charge`, `link` and `change` is set; with a charge, `change` is that a seller asked for its mail. */
  charge: (Receipt['charge'] & Boleto['charge']) | null
  /** Of the charge. */
  order: { language: Language | null } | null
  link: {
    id: string
    kind: LinkKind
    email: string
    role: Role | null
    tokenHash: string
    expiresAt: string
    usedAt: string | null
    withdrawnAt: string | null
  } | null
  change: (Omit<Change, 'action'> & { action: AuditAction }) | null
  person: Person | null
}

/** @param now milliseconds. @returns undefined for a link that is no longer valid or was made with a lost key, and for a removed user. */
export function messageOf(
  { mail, platform, charge: found, order, link, change, person }: Loaded,
  { publicUrl, linkKeys, now }: { publicUrl: string; linkKeys: KeyRing; now: number },
): Message | undefined {
  const { kind } = mail
  const about = { platform, livemode: isLive(mail.platformId), language: order?.language ?? DEFAULT_LANGUAGE }
  const charge = found && { ...found, customer: { ...found.customer, email: mail.address ?? found.customer.email } }
  if (charge && isReceipt(kind)) {
    const isAgain = mail.auditId !== null
    return receiptMessage({ mail: { ...mail, kind, isAgain }, charge, ...about }, publicUrl)
  }
  if (charge && kind === 'boleto') return boletoMessage({ mail, charge, ...about }, publicUrl)
  if (charge && kind === 'payPage') return payPageMessage({ mail, charge, ...about }, publicUrl)
  const action = SIGN_IN_CHANGES.find((one) => one === change?.action)
  if (change && action && person) {
    return signInChangeMessage({ mail, change: { ...change, action }, person, platform }, publicUrl)
  }
  const token = link && isLinkOpen(link, now) ? linkTokenOf(linkKeys, link) : undefined
  return link && token !== undefined ? accessMessage({ mail, link, platform }, { publicUrl, token }) : undefined
}
