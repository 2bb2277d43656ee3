import { isMailAddress } from '../domain/mail.ts'

export interface MailAccess {
  /** `smtp://` or `smtps://`, with user and password if the server needs them, and nodemailer's options. */
  url: string
  from: string
}

/** Whether a mail can be read: a mail server delivers it, or the local mailbox keeps it. */
export const reachesReaders = ({
  mail,
  sandboxUrl,
}: {
  mail: MailAccess | undefined
  sandboxUrl: string | undefined
}) => mail !== undefined || sandboxUrl !== undefined

/**
 * Both variables must be set, or neither. Without them, no mail is sent. In production `smtp://` requires TLS, because an attacker on
 * the network could suppress the server's offer of it. `requireTLS=false` in the URL disables this.
 */
export function readMail(env: NodeJS.ProcessEnv, problems: string[]): MailAccess | undefined {
  const url = env.SMTP_URL || undefined
  const from = env.MAIL_FROM || undefined
  if (url === undefined && from === undefined) return undefined
  if (url === undefined || !/^smtps?:$/.test(URL.parse(url)?.protocol ?? '') || !URL.parse(url)?.hostname) {
    problems.push('SMTP_URL must be an smtp or smtps address (MAIL_FROM is set with it)')
  }
  if (from === undefined || !isMailAddress(from)) {
    problems.push('MAIL_FROM must be the address that mails come from, and nothing else (SMTP_URL is set with it)')
  }
  return { url: env.NODE_ENV === 'production' ? withTls(url ?? '') : (url ?? ''), from: from ?? '' }
}

function withTls(address: string): string {
  const url = URL.parse(address)
  if (url?.protocol !== 'smtp:' || url.searchParams.get('requireTLS') === 'false') return address
  url.searchParams.set('requireTLS', 'true')
  return url.toString()
}
