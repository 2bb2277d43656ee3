/** Server-sent events of a listening API, as a client reads them. */

export interface Stream {
  status: number
  /** The data of every event so far. */
  events: { event: string; data: Record<string, unknown> }[]
  /** True once the server has ended it. */
  ended: Promise<void>
  close(): void
}

export async function openStream(url: string, headers: Record<string, string> = {}): Promise<Stream> {
  const controller = new AbortController()
  const answer = await fetch(url, { headers, signal: controller.signal })
  const events: Stream['events'] = []
  const read = async () => {
    let buffered = ''
    for await (const chunk of answer.body ?? []) {
      buffered += Buffer.from(chunk).toString()
      const blocks = buffered.split('\n\n')
      buffered = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = /^event: (.*)$/m.exec(block)?.[1]
        const data = /^data: (.*)$/m.exec(block)?.[1]
        if (event && data) events.push({ event, data: JSON.parse(data) })
      }
    }
  }
  const ended = read().catch(() => undefined)
  return { status: answer.status, events, ended, close: () => controller.abort() }
}

export const statuses = ({ events }: Stream) => events.map(({ data }) => data.status)
