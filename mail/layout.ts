/** The layout of mails, with markup that mail programs support and without external resources. */
import { DEFAULT_LANGUAGE, type Language } from '../domain/language.ts'
import { textOn } from '../domain/text-on.ts'

const inWords = (at: string, style: Intl.DateTimeFormatOptions, language = DEFAULT_LANGUAGE) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'America/Sao_Paulo', ...style }).format(new Date(at))

export const moment = (at: string, language?: Language) => inWords(at, { timeStyle: 'short' }, language)
export const day = (at: string, language?: Language) => inWords(at, {}, language)

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

export const title = (text: string) =>
  `<h1 style="margin:0 0 16px;font-size:22px;line-height:28px">${escaped(text)}</h1>`

export const paragraph = (text: string) => `<p style="margin:0 0 12px">${escaped(text)}</p>`

export const note = (text: string) =>
  `<p style="margin:0;color:#52525b;font-size:13px;line-height:20px">${escaped(text)}</p>`

/** The colour for a platform that has none. */
const INK = '#18181b'

/** A link styled as a button, in the colour of the seller's pages. */
export const button = (text: string, url: string, color: string | null) =>
  `<p style="margin:24px 0"><a href="${escaped(url)}" target="_blank" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${escaped(color ?? INK)};color:${textOn(color ?? INK)};text-decoration:none;font-weight:600">${escaped(text)}</a></p>`

export function table(facts: readonly [string, string][]): string {
  const rows = facts.map(
    ([label, value]) =>
      `<tr><th scope="row" style="padding:10px 16px 10px 0;border-top:1px solid #e4e4e7;text-align:left;vertical-align:top;font-weight:400;color:#52525b">${escaped(label)}</th>` +
      `<td style="padding:10px 0;border-top:1px solid #e4e4e7;vertical-align:top;word-break:break-word">${escaped(value)}</td></tr>`,
  )
  return `<table style="width:100%;margin:16px 0 20px;border-collapse:collapse;font-size:14px;line-height:20px">${rows.join('')}</table>`
}

interface Page {
  title: string
  color: string | null
  body: string
  language?: Language
}

/** Nothing is fetched when the mail is opened, so that opening it cannot be tracked. */
export function page({ title, color, body, language = DEFAULT_LANGUAGE }: Page): string {
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f4f4f5;color:#18181b;font:16px/24px system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px 28px;border-top:4px solid ${escaped(color ?? INK)};border-radius:8px;background:#ffffff">
${body}
</div>
</body>
</html>
`
}
