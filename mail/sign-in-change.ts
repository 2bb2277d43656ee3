/** The mail about a change to how a user signs in, so that a change that they did not make does not go unnoticed. */
import type { SignInChange } from '../domain/audit.ts'
import { inOneLine } from '../domain/mail.ts'
import { button, moment, note, page, paragraph, table, title } from './layout.ts'
import type { Message } from './message.ts'
import { ACCESS_PT_BR, SIGN_IN_CHANGE } from './texts.ts'

export interface Change {
  action: SignInChange
  /** Who made it, as in the audit log. */
  actor: string
  at: string
}

export interface Person {
  name: string
  email: string
}

const SENDER = 'Trilho'
const LONGEST_NAME = 80

/** @param publicUrl the base URL of the page to sign in at. */
export function signInChangeMessage(
  {
    mail,
    change,
    person,
    platform,
  }: { mail: { id: string }; change: Change; person: Person; platform: { name: string } },
  publicUrl: string,
): Message {
  const { action, actor, at } = change
  const [where, by, name] = [platform.name, actor, person.name].map((text) => inOneLine(text, LONGEST_NAME))
  const parts = Object.values(SIGN_IN_CHANGE).map(({ what, greeting, label, notYou }) => ({
    heading: what[action],
    greeting: greeting(name ?? ''),
    facts: [
      [label.platform, where ?? ''],
      [label.what, what[action]],
      [label.by, by ?? ''],
      [label.at, moment(at)],
    ] satisfies [string, string][],
    notYou,
  }))
  const heading = parts.map((part) => part.heading).join(' / ')
  return {
    id: mail.id,
    from: SENDER,
    to: { name: name ?? '', address: person.email },
    subject: heading,
    text: [
      ...parts.flatMap(({ greeting, facts, notYou }) => [
        greeting,
        facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
        notYou,
      ]),
      publicUrl,
      ACCESS_PT_BR.automatic,
      '',
    ].join('\n\n'),
    html: page({
      title: heading,
      color: null,
      body: [
        ...parts.flatMap((part) => [
          title(part.heading),
          paragraph(part.greeting),
          table(part.facts),
          paragraph(part.notYou),
        ]),
        button('Trilho', publicUrl, null),
        note(ACCESS_PT_BR.automatic),
      ].join('\n'),
    }),
  }
}
