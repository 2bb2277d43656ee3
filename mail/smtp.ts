/** Sends mails through any SMTP server. */
import { createTransport } from 'nodemailer'
import type { Message } from './message.ts'

/**
 * `refused`: the server wants neither this mail nor this address, and asking again will not help. `failed`: it may be taken later; it
 * may even have been taken, and is sent again under the same Message-ID.
 */
export type SendOutcome = { outcome: 'sent' } | { outcome: 'refused' | 'failed'; error: string }

export interface Mailer {
  /** Never throws for what the server does. */
  send(message: Message): Promise<SendOutcome>
}

export interface MailSettings {
  /** `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte. */
  url: string
  /** The address that mails come from. */
  from: string
}

const TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
const LONGEST_ERROR = 300

/** A connection for each mail: none is repeated by a pool behind our back. */
export function createMailer({ url, from }: MailSettings, timeouts: Partial<typeof TIMEOUTS> = {}): Mailer {
  const transport = createTransport({
    url,
    ...TIMEOUTS,
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const host = from.slice(from.lastIndexOf('@') + 1)
  return {
    send: async (message) => {
      const { id, to, subject, text, html } = message
      try {
        await transport.sendMail({
          envelope: { from, to: [to.address] },
          from: { name: message.from, address: from },
          to,
          subject,
          text,
          html,
          messageId: `<${id}@${host}>`,
          // No holiday notice answers it.
          headers: { 'auto-submitted': 'auto-generated' },
        })
        return { outcome: 'sent' }
      } catch (error) {
        return { outcome: isRefusal(error) ? 'refused' : 'failed', error: withoutAddresses(error) }
      }
    },
  }
}

/** Of this mail or its address; a refused sign-in or sender is the installation's, and can be mended. */
function isRefusal(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: number; command?: string }
  return responseCode !== undefined && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
}

/** Servers repeat the address that they refuse. */
function withoutAddresses(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.replace(/[^\s<>"'()]+@[^\s<>"'()]+/g, '…').slice(0, LONGEST_ERROR)
}
