/** Requests over a real connection whose body goes on until the test ends it: what is injected is read whole first. */
import { type IncomingMessage, request } from 'node:http'

export interface HeldBody {
  status: Promise<number>
  end(rest: Buffer | string): void
}

export function holdBody(url: string, method: string, headers: Record<string, string>): HeldBody {
  const held = request(url, { method, headers })
  const answer = new Promise<IncomingMessage>((resolve, reject) => held.on('response', resolve).on('error', reject))
  held.flushHeaders()
  return {
    status: answer.then((message) => {
      message.resume()
      return message.statusCode ?? 0
    }),
    end: (rest) => void held.end(rest),
  }
}
