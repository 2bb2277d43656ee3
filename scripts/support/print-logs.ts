/** The services' log lines on one screen: whose it is first, JSON made readable when a person watches. */
import { stripVTControlCharacters } from 'node:util'
import pretty from 'pino-pretty'

const NAME_WIDTH = 9
const COLORS = { api: 36, worker: 35, sandbox: 33, temporal: 34, postgres: 32 } as Record<string, number>

export type LinePrinter = (name: string, line: string) => void

export function linePrinter(stream: NodeJS.WriteStream): LinePrinter {
  const forPeople = stream.isTTY === true
  const format = pretty.prettyFactory({
    colorize: forPeople,
    translateTime: 'HH:MM:ss',
    ignore: 'pid,hostname,name',
    singleLine: true,
  })
  return (name, line) => {
    const label = name.padEnd(NAME_WIDTH)
    const shown = forPeople ? `\x1b[${COLORS[name] ?? 37}m${label}\x1b[0m` : label
    const text = forPeople && line.startsWith('{') ? format(line).trimEnd() : stripVTControlCharacters(line)
    stream.write(`${shown}| ${text}\n`)
  }
}
