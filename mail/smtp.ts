/** Sends mails through any SMTP server. */
import { createTransport } from 'nodemailer'
import { defined } from '../domain/defined.ts'
import type { Message } from './message.ts'

/**
 * `refused`: the server rejects this mail or this address, and a retry will not help. `failed`: the server may accept it later. It may
 * even have accepted it; the retry has the same Message-ID.
 */
export type SendOutcome = { outcome: 'sent' } | { outcome: 'refused' | 'failed'; error: string }

export interface Mailer {
  /** Never throws because of the server. */
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

/** Opens a connection for each mail, so that no pool retries a mail by itself. */
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
      const { id, to, replyTo, subject, text, html } = message
      try {
        await transport.sendMail({
          envelope: { from, to: [to.address] },
          from: { name: message.from, address: from },
          to,
          ...defined({ replyTo }),
          subject,
          text,
          html,
          messageId: `<${id}@${host}>`,
          // Suppresses automatic replies.
          headers: { 'auto-submitted': 'auto-generated' },
        })
        return { outcome: 'sent' }
      } catch (error) {
        return { outcome: isRefusal(error) ? 'refused' : 'failed', error: withoutAddresses(error) }
      }
    },
  }
}

/** A refusal of this mail or its address. A refused sign-in or sender is a configuration error, which can be fixed. */
function isRefusal(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: number; command?: string }
  return responseCode !== undefined && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
}

/** Removes addresses, because servers repeat the address that they refuse. */
function withoutAddresses(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.replace(/[^\s<>"'()]+@[^\s<>"'()]+/g, '…').slice(0, LONGEST_ERROR)
}
