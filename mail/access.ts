/** The mail with an invitation or password link. A platform's name is user input, so it must not become a header or markup. */
import type { LinkKind } from '../domain/access-link.ts'
import { inOneLine } from '../domain/mail.ts'
import type { Role } from '../domain/role.ts'
import { button, moment, note, page, paragraph, table, title } from './layout.ts'
import type { Message } from './message.ts'
import { ACCESS_PT_BR } from './texts.ts'

export interface AccessMail {
  mail: { id: string }
  link: { kind: LinkKind; email: string; role: Role | null; expiresAt: string }
  platform: { name: string }
}

const SENDER = 'Trilho'
const LONGEST_NAME = 80

/** The token follows the #, so that no server and no log sees it. */
const PATHS = { invitation: '/invitation#', passwordReset: '/new-password#' } as const satisfies Record<
  LinkKind,
  string
>

/** @param publicUrl the base URL of the page that takes the token. */
export const linkAddress = (publicUrl: string, kind: LinkKind, token: string) => `${publicUrl}${PATHS[kind]}${token}`

/** @param publicUrl the base URL of the page that takes the link's token. */
export function accessMessage(
  { mail, link, platform }: AccessMail,
  { publicUrl, token }: { publicUrl: string; token: string },
): Message {
  const texts = ACCESS_PT_BR
  const { kind, email, role } = link
  const name = inOneLine(platform.name, LONGEST_NAME)
  const url = linkAddress(publicUrl, kind, token)
  const facts: [string, string][] = [
    [texts.label.platform, name],
    [texts.label.email, email],
    ...(role === null ? [] : [[texts.label.role, texts.role[role]] satisfies [string, string]]),
    [texts.label.until, moment(link.expiresAt)],
  ]
  const lead = texts.lead[kind](name)
  return {
    id: mail.id,
    from: SENDER,
    to: { name: '', address: email },
    subject: texts.subject[kind](name),
    text: [
      texts.greeting,
      lead,
      facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
      `${texts.button[kind]}: ${url}`,
      texts.notYou[kind],
      texts.automatic,
      '',
    ].join('\n\n'),
    html: page({
      title: texts.heading[kind],
      color: null,
      body: [
        title(texts.heading[kind]),
        paragraph(texts.greeting),
        paragraph(lead),
        table(facts),
        button(texts.button[kind], url, null),
        paragraph(texts.notYou[kind]),
        note(texts.automatic),
      ].join('\n'),
    }),
  }
}
