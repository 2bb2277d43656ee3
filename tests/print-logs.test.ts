/** What `npm start` makes of the lines of its services, whether they go to a terminal or into a file. */
import { expect, test } from 'vitest'
import { linePrinter } from '../scripts/support/print-logs.ts'
import { processLogger } from '../telemetry/logger.ts'

function printed(isTTY: boolean, say: (line: (name: string, text: string) => void) => void): string {
  let text = ''
  const write = (more: string) => {
    text += more
  }
  say(linePrinter({ isTTY, write }))
  return text
}

/** What the API writes of it. */
function lineOf(log: (logger: ReturnType<typeof processLogger>) => void): string {
  let line = ''
  const write = (text: string) => {
    line += text.trimEnd()
  }
  log(processLogger('api', { logLevel: 'trace' }, { write }))
  expect(JSON.parse(line)).toMatchObject({ name: 'api', time: expect.any(Number) })
  return line
}

test('a log line is read without JSON, in a file as in a terminal', () => {
  const line = lineOf((logger) => logger.warn({ chargeId: 'c1', status: 502 }, 'the provider refused'))
  expect(printed(false, (print) => print('api', line))).toMatch(
    /^api {6}\| \[\d\d:\d\d:\d\d\] WARN: the provider refused \{"chargeId":"c1","status":502\}\n$/,
  )
  const shown = printed(true, (print) => print('api', line))
  expect(shown).toContain('the provider refused')
  expect(shown).toContain('\x1b[36mapi')
  expect(shown).not.toContain('"level"')
})

test('each line of an error says whose it is', () => {
  const line = lineOf((logger) => logger.error({ err: new TypeError('fetch failed') }, 'no answer'))
  const lines = printed(false, (print) => print('worker', line))
    .trimEnd()
    .split('\n')
  expect(lines.length).toBeGreaterThan(3)
  expect(lines.filter((one) => !one.startsWith('worker   | '))).toEqual([])
  expect(lines.join('\n')).toContain('TypeError: fetch failed')
})

test.each(['Fake providers at http://127.0.0.1:4000', '{ not a log line', ''])('%j stays as it is', (line) => {
  expect(printed(false, (print) => print('sandbox', line))).toBe(`sandbox  | ${line}\n`)
})

test('colours of another program do not reach a file', () => {
  expect(printed(false, (print) => print('temporal', '\x1b[31mlevel=ERROR\x1b[0m'))).toBe('temporal | level=ERROR\n')
})
