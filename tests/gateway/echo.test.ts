/** A provider that sends our own request back to us, in its refusal or as its answer: nothing secret goes on from there. */
import { expect, test } from 'vitest'
import { createBudget } from '../../gateway/budget.ts'
import { type Connection, drive } from '../../gateway/drive.ts'
import { openJournal } from '../../gateway/journal.ts'
import type { WireAnswer, WireRequest } from '../../providers/contract.ts'
import { findProvider } from '../../providers/index.ts'
import { type Fixture, type GoldenCase, type GoldenResponse, loadFixtures } from '../providers/support/fixtures.ts'
import { CARD } from '../providers/support/inputs.ts'
import { contextOf, responsesOf, startCase, toAnswer } from '../providers/support/play.ts'

const WEBHOOK_TOKEN = 'k3n-Webhook_Token-0123456789'
/** The goldens' amount begins like it. */
const CODE = new RegExp(`(?<![0-9A-Za-z.])${CARD.cvv}(?![0-9A-Za-z]|\\.45)`)
const TOKEN = 'access/token+of=today'

/** Everything that a provider was sent, as it may write it. */
const WRITINGS: Record<string, (text: string) => string> = {
  'as it came': (text) => text,
  'in an address': encodeURIComponent,
  'in a form': (text) => new URLSearchParams({ text }).toString(),
  'in JSON in a text': (text) => JSON.stringify(JSON.stringify(text)),
  'with slashes escaped': (text) => JSON.stringify(text).replaceAll('/', '\\/'),
}

function sentText({ url, headers, body }: WireRequest): string {
  const value = body?.type === 'form' ? new URLSearchParams(body.value).toString() : body?.value
  const headerLines = Object.entries(headers).map(([name, text]) => `${name}: ${text}`)
  return [url, ...headerLines, typeof value === 'string' ? value : JSON.stringify(value ?? null)].join('\n')
}

/** The text at every place at which some provider's adapter looks for a message. */
function refusal(message: string): object {
  const inner = { message, description: message, title: message, code: 'x', messages: [message], mensagem: message }
  return {
    ...inner,
    detail: message,
    erro: message,
    msg: message,
    errors: [inner],
    error: { ...inner, errors: [inner], error_description: message },
    error_description: message,
    violacoes: [{ razao: message }],
    mensagens: [message],
  }
}

interface Echo {
  /** Which request of the flow is answered with an echo. */
  at: number
  status: number
  write(text: string): string
  shape(message: string): unknown
}

async function converse(fixture: Fixture, golden: GoldenCase, echo: Echo): Promise<string> {
  const provider = findProvider(fixture.provider)
  const context = contextOf(fixture)
  const responses = responsesOf(golden)
  let sent = 0
  const answerTo = (request: WireRequest): WireAnswer => {
    const at = sent
    sent += 1
    if (at !== echo.at) return toAnswer(responses[at] as GoldenResponse)
    const body = echo.shape(echo.write(sentText(request)))
    return { status: echo.status, headers: {}, body: typeof body === 'string' ? body : JSON.stringify(body) }
  }
  const connection: Connection = {
    http: { send: async (request) => answerTo(request), close: () => {} },
    provider,
    context,
    accountId: 'account',
    platformId: 'platform',
    secrets: [...secretsOf(fixture), WEBHOOK_TOKEN],
    tokens: { get: async () => TOKEN, forget: () => {} },
    metrics: { providerCall: () => {}, unmappedStatus: () => {} },
    budget: createBudget({ perAccount: 1, waitingPerAccount: 1, total: 1 }),
    learnPatience: async () => {},
    storage: {} as Connection['storage'],
    identityFor: async () => undefined,
  }
  const journal = openJournal({
    sealedJournal: null,
    exchange: [],
    sealKey: [Buffer.alloc(32)],
    claim: async () => {},
    save: async () => {},
  })
  const said = await drive(connection, startCase(fixture, golden), journal).catch((error: Error) => told(error))
  const { refusal: why, rawStatus, unknownWord } = (said ?? {}) as Partial<Record<string, string>>
  return [typeof said === 'string' ? said : '', why, rawStatus, unknownWord, JSON.stringify(journal.exchange())].join(
    '\n',
  )
}

function told(error: Error): string {
  const { message, stack, cause } = error
  // A line of ours may have the code's number.
  const trace = stack?.replace(/:\d+:\d+/g, '')
  return [message, trace, cause instanceof Error ? told(cause) : ''].join('\n')
}

function secretsOf({ provider, account }: Fixture): string[] {
  return findProvider(provider)
    .credentials.filter(({ secret }) => secret)
    .flatMap(({ from, index }) => (account[from] ?? '').split('|')[index] ?? [])
    .filter((secret) => secret.length >= 8)
}

/** What must not be found, in the writings that a person who looks for it would try. */
function forbidden(fixture: Fixture): string[] {
  const secrets = [...secretsOf(fixture), WEBHOOK_TOKEN, TOKEN]
  const written = secrets.flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  ])
  return [...written, CARD.cardNumber.slice(0, 7)]
}

const rewritten = (fixture: Fixture): Fixture =>
  JSON.parse(
    JSON.stringify(fixture).replaceAll(
      'https://pagamentos.example.com/webhooks/provider/token',
      `https://p.example/webhooks/x/${WEBHOOK_TOKEN}`,
    ),
  )

const unescaped = (text: string) =>
  text.replace(/%([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

const talkative = loadFixtures()
  .filter(({ cases }) => cases.length > 0)
  .map((fixture) => rewritten(fixture))

test.each(talkative.map((fixture) => [fixture.provider, fixture] as const))(
  '%s repeats our requests: no secret, card, more than six digits of one, or code is in its errors or in what is kept',
  async (_, fixture) => {
    const shapes = [
      { status: 400, shape: refusal },
      { status: 200, shape: refusal },
      { status: 500, shape: (message: string) => message },
    ]
    const hidden = forbidden(fixture)
    for (const golden of fixture.cases.filter((golden) => 'result' in golden && golden.operation !== 'token')) {
      for (const at of responsesOf(golden).keys()) {
        for (const [index, [writing, write]] of Object.entries(WRITINGS).entries()) {
          for (const { status, shape } of [shapes[0], shapes[1 + (index % 2)]].filter((shown) => shown !== undefined)) {
            const kept = await converse(fixture, golden, { at, status, write, shape })
            const text = `${kept}\n${unescaped(kept)}`
            const found = hidden.filter((secret) => text.includes(secret))
            if (CODE.test(text)) found.push('security code')
            expect(found, `${golden.name}, request ${at + 1}, ${status}, ${writing}`).toEqual([])
          }
        }
      }
    }
  },
  60_000,
)

test('the name and password of Basic authentication are known in clear and in Base64', async () => {
  const { createRedactor } = await import('../../gateway/redactor.ts')
  const redactor = createRedactor([])
  const authorization = `Basic ${Buffer.from('loja:senha-muito-secreta').toString('base64')}`
  const headers = { authorization, 'x-idempotency-key': '0199b5a2c3d44e5f8a1b2c3d4e5f6a7b' }
  redactor.learn({ risk: 'money', method: 'POST', url: 'https://p.example/', headers, authenticated: true })
  const text = `no ${authorization}, senha-muito-secreta, loja%3Asenha-muito-secreta, 0199b5a2c3d44e5f8a1b2c3d4e5f6a7b`
  expect(redactor.hide(text)).toBe('no •••, •••, •••, 0199b5a2c3d44e5f8a1b2c3d4e5f6a7b')
})

test.each(['a refund', 'a refund that is done'])('%s whose word is our own key: it is not kept', async (name) => {
  const fixture = talkative.find(({ provider }) => provider === 'MERCADOPAGO')
  const golden = fixture?.cases.find((known) => known.name === name)
  if (!fixture || !golden) throw new Error('No such golden')
  const [response] = responsesOf(golden)
  const shape = (status: string) => ({ ...(response?.body as object), status })
  const write = (text: string) => text.split('\n').find((line) => line.toLowerCase().startsWith('authorization')) ?? ''
  const kept = await converse(fixture, golden, { at: 0, status: 200, shape, write })
  expect(kept).toContain('authorization')
  expect(kept).not.toContain(fixture.account.secretKey)
})
