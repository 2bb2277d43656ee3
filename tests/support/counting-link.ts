/** A TCP link to PostgreSQL that counts the statements that clients send through it, BEGIN and COMMIT included. */
import { openLink } from './link.ts'

export interface CountingLink {
  port: number
  /** Statements since the start. */
  count(): number
  close(): Promise<void>
}

const EXECUTE = 'E'.charCodeAt(0)
const SIMPLE_QUERY = 'Q'.charCodeAt(0)

export async function countingLink(target: { host: string; port: number }): Promise<CountingLink> {
  let statements = 0
  const { port, close } = await openLink(target, () =>
    messageReader((type) => {
      if (type === EXECUTE || type === SIMPLE_QUERY) statements += 1
    }),
  )
  return { port, count: () => statements, close }
}

/**
 * Cuts a client's bytes into the messages of PostgreSQL's protocol: a type of one byte, then a length that counts itself.
 * The first message has no type.
 */
function messageReader(onMessage: (type: number) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0)
  let typeBytes = 0
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    while (rest.length >= typeBytes + 4) {
      const end = typeBytes + rest.readUInt32BE(typeBytes)
      if (rest.length < end) return
      if (typeBytes === 1) onMessage(rest[0] ?? 0)
      rest = rest.subarray(end)
      typeBytes = 1
    }
  }
}
