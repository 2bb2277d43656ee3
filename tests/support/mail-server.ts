/** A real SMTP server on this machine: keeps what is sent to it, and behaves as it is told to. */
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

export interface Received {
  from: string
  to: string[]
  /** As it came over the wire. */
  raw: string
  /** One line each, by their names in small letters. */
  headers: Map<string, string>
  /** The text part, and the HTML part, decoded. */
  text: string
  html: string
}

/** Whatever is not in `takes` is not taken for good: it comes again, or never. */
export type Behaviour =
  | 'takes'
  | 'refusesSender'
  | 'refusesAddress'
  | 'busyAtAddress'
  | 'refusesData'
  | 'busyAtData'
  | 'hangsUp'

export interface MailServer {
  url: string
  /** All that came to its end, whatever was answered then. */
  received: Received[]
  /** From now on: each mail is met by the next, the last one for ever. */
  behave(...next: Behaviour[]): void
  close(): Promise<void>
}

const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

export async function startMailServer(): Promise<MailServer> {
  const received: Received[] = []
  const sockets = new Map<string, { destroy(): void }>()
  let behaviours: Behaviour[] = ['takes']
  const now = () => behaviours[0] ?? 'takes'
  /** This mail is over. */
  const next = () => {
    if (behaviours.length > 1) behaviours = behaviours.slice(1)
  }
  const answer = (callback: (error?: Error | null) => void, error: Error) => {
    next()
    callback(error)
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_, __, callback) =>
      now() === 'refusesSender' ? answer(callback, refusal(550, 'Sender not allowed')) : callback(),
    onRcptTo: ({ address }, _, callback) => {
      if (now() === 'refusesAddress') return answer(callback, refusal(550, `5.1.1 <${address}> does not exist`))
      if (now() === 'busyAtAddress') return answer(callback, refusal(451, `4.7.1 <${address}> greylisted`))
      callback()
    },
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(parsed(Buffer.concat(chunks).toString('latin1'), session))
        const behaviour = now()
        if (behaviour === 'refusesData') return answer(callback, refusal(554, 'Message not wanted'))
        if (behaviour === 'busyAtData') return answer(callback, refusal(452, 'Out of storage'))
        next()
        if (behaviour === 'hangsUp') return sockets.get(session.id)?.destroy()
        callback()
      })
    },
    onConnect: (session, callback) => {
      for (const connection of server.connections as Set<{ id: string; _socket: { destroy(): void } }>) {
        if (connection.id === session.id) sockets.set(session.id, connection._socket)
      }
      callback()
    },
    onClose: ({ id }) => sockets.delete(id),
  })
  // What is cut off is meant to be.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    behave: (...all) => {
      behaviours = all
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function parsed(raw: string, { envelope }: SMTPServerSession): Received {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const headers = headersOf(head)
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1] ?? ''
  const parts = rest.join('\r\n\r\n').split(`--${boundary}`)
  const partOf = (type: string) => decodedPart(parts.find((part) => part.includes(`Content-Type: ${type}`)) ?? '')
  return {
    from: envelope.mailFrom ? envelope.mailFrom.address : '',
    to: envelope.rcptTo.map(({ address }) => address),
    raw,
    headers,
    text: partOf('text/plain'),
    html: partOf('text/html'),
  }
}

const headersOf = (head: string) =>
  new Map(
    head
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .filter(Boolean)
      .map((line) => {
        const [name = '', ...value] = line.split(':')
        return [name.toLowerCase(), decodedWords(value.join(':').trim())]
      }),
  )

function decodedPart(part: string): string {
  const [head = '', ...rest] = part.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString()
  return /quoted-printable/i.test(head) ? unquoted(body.replace(/=\r\n/g, '')) : body
}

const decodedWords = (value: string) =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      /b/i.test(kind) ? Buffer.from(text, 'base64').toString() : unquoted(text.replaceAll('_', ' ')),
    )

const unquoted = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()
