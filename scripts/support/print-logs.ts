/** The services' log lines on one screen: whose it is first, and what is JSON in words. `npm start` alone prints so: in production each process writes its JSON. */
import { stripVTControlCharacters } from 'node:util'
import pretty from 'pino-pretty'

const NAME_WIDTH = 9
const COLORS = { api: 36, worker: 35, sandbox: 33, temporal: 34, postgres: 32 } as Record<string, number>

export type LinePrinter = (name: string, line: string) => void

export interface Screen {
  /** Whether it shows colours. */
  isTTY?: boolean | undefined
  write(text: string): unknown
}

export function linePrinter(screen: Screen): LinePrinter {
  const colorize = screen.isTTY === true
  const format = pretty.prettyFactory({
    colorize,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname,name',
    singleLine: true,
  })
  return (name, line) => {
    const text = line.startsWith('{') ? format(line).trimEnd() : line
    const label = name.padEnd(NAME_WIDTH)
    const shown = colorize ? `\x1b[${COLORS[name] ?? 37}m${label}\x1b[0m` : label
    // An error's stack is printed on separate lines.
    for (const one of text.split('\n')) screen.write(`${shown}| ${colorize ? one : stripVTControlCharacters(one)}\n`)
  }
}
