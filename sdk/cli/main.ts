#!/usr/bin/env node
/** The command line `trilho`. */
import process from 'node:process'
import { parseArgs } from 'node:util'
import { makeCall } from '../call.ts'
import { connectionOf, Trilho } from '../client.ts'
import { TrilhoApiError, TrilhoConnectionError } from '../errors.ts'
import { SELLER_EVENTS } from '../types.generated.ts'
import { exam } from './exam.ts'
import { listen } from './listen.ts'
import { DEFAULT_FILE, readSettings, type Settings } from './settings.ts'
import { isSecret } from './sign.ts'
import { NOT_TRIGGERED, TRIGGERS, trigger } from './trigger.ts'
import { UsageError } from './usage-error.ts'

const HELP = `trilho listen --forward-to <address> [--events <names>] [--secret <whsec_...>]
    Tells a local address what the platform would tell an endpoint, signed alike, until Ctrl-C. It needs an administrator's key.
    --events   only these, with commas between them; all when left out
    --secret   signs with this one (or TRILHO_WEBHOOK_SECRET) instead of a new one each time

trilho trigger <event> [--provider <code>]
    Makes it happen for real at fake providers: with a test key (trk_test_...) on any server, with a live one on this machine alone:
    ${TRIGGERS.join('\n    ')}
    Not: ${Object.entries(NOT_TRIGGERED)
      .map(([name, why]) => `${name}, ${why}`)
      .join('; ')}
    --provider where; when left out one that has such a thing, ASAAS where it does

trilho exam <address> [--secret <whsec_...>] [--state-url <address with {id}>]
    Tells a system on this machine of made-up charges as badly as a network can, and says what it has to mend. No API key is needed.
    --secret    what the system checks signatures with (or TRILHO_WEBHOOK_SECRET)
    --state-url GET answers { "status": "APPROVED", "paid": 1 }: what the system holds of a charge, and how often it took it as paid

Who asks, and where: TRILHO_API_KEY and TRILHO_URL (http://127.0.0.1:3000 when left out), or
{ "apiKey": "...", "baseUrl": "..." } in ${DEFAULT_FILE} or the file that --config names. Keep it out of Git.
`

/** What a key of test mode begins with. */
const TEST_PREFIX = 'trk_test_'

const OPTIONS = {
  'forward-to': { type: 'string' },
  events: { type: 'string' },
  secret: { type: 'string' },
  provider: { type: 'string' },
  'state-url': { type: 'string' },
  config: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

const print = (line: string) => void process.stdout.write(`${line}\n`)

async function run(args: readonly string[]): Promise<void> {
  const { values, positionals } = parse(args)
  const [command, ...rest] = positionals
  if (values.help || command === undefined) return void process.stdout.write(HELP)
  switch (command) {
    case 'listen':
      if (rest.length > 0) throw new UsageError(`listen takes no ${rest[0]}`)
      return startListening(await readSettings(process.env, values.config), values)
    case 'trigger': {
      const [event] = rest
      if (event === undefined || rest.length > 1) throw new UsageError('trigger takes one event')
      const settings = await readSettings(process.env, values.config)
      const { provider } = values
      const isTest = settings.apiKey.startsWith(TEST_PREFIX)
      return print(
        await trigger({ trilho: new Trilho(settings), isTest, sandbox: sandboxOf(settings), event, provider }),
      )
    }
    case 'exam': {
      const [url] = rest
      if (url === undefined || rest.length > 1) throw new UsageError('exam takes one address')
      const secret = values.secret || process.env.TRILHO_WEBHOOK_SECRET || ''
      const isPassed = await exam({ url, secret, stateUrl: values['state-url'], print })
      if (!isPassed) process.exitCode = 1
      return
    }
    default:
      throw new UsageError(`There is no command ${command}`)
  }
}

type Values = ReturnType<typeof parse>['values']

async function startListening(settings: Settings, values: Values): Promise<void> {
  const forwardTo = values['forward-to'] ?? ''
  if (!/^https?:\/\//.test(forwardTo) || !URL.canParse(forwardTo)) {
    throw new UsageError('--forward-to takes an address: http://localhost:8080/hooks')
  }
  const asked = values.events?.split(',') ?? ['*']
  const events = (['*', ...SELLER_EVENTS] as const).filter((event) => asked.includes(event))
  const unknown = asked.find((event) => !events.some((known) => known === event))
  if (unknown !== undefined) throw new UsageError(`There is no event ${unknown}`)
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  const secret = values.secret || process.env.TRILHO_WEBHOOK_SECRET || undefined
  if (secret !== undefined && !isSecret(secret)) throw new UsageError('--secret takes whsec_ and Base64')
  await listen(new Trilho(settings), { forwardTo, events, secret, signal: stop.signal, print })
}

function sandboxOf(settings: Settings) {
  const connection = connectionOf(settings)
  return (method: string, path: string) =>
    makeCall(connection, {
      method,
      address: `/v1/playground/${path}`,
      body: undefined,
      idempotencyKey: undefined,
      options: {},
    })
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** What went wrong, in a line; a key stands in none. */
function explain(error: unknown): string {
  if (error instanceof TrilhoApiError) return `The API answered ${error.status} ${error.code ?? ''}: ${error.message}`
  if (error instanceof TrilhoConnectionError) return `${error.message}. TRILHO_URL says where it is.`
  return error instanceof UsageError ? `${error.message}\ntrilho --help says more.` : String(error)
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
