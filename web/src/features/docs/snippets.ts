/** The programs of the quickstart, as they run: a test of the page takes them from there and runs them. */

export const WAYS = ['curl', 'typescript'] as const
export type Way = (typeof WAYS)[number]

export const STEPS = ['key', 'charge', 'pay', 'told'] as const
export type Step = (typeof STEPS)[number]

const CUSTOMER = {
  name: 'Bia Compradora',
  email: 'bia@example.com',
  document: '529.982.247-25',
  phone: '(11) 98765-4321',
}
const AS_JSON = `-H "Authorization: Bearer $TRILHO_API_KEY" -H 'Content-Type: application/json'`
/** A Trilho on this machine reaches this machine; others are told on the public internet alone. */
const hookFor = (origin: string) =>
  /^http:\/\/(127\.0\.0\.1|localhost)\b/.test(origin) ? 'http://127.0.0.1:8080/hooks' : 'https://shop.example.com/hooks'

const SETTINGS = (origin: string) => `export TRILHO_URL=${origin}\nexport TRILHO_API_KEY=trk_test_...`

/** @param origin of this Trilho. */
export function snippetOf(way: Way, step: Step, origin: string): string {
  return way === 'curl' ? CURL[step](origin) : TYPESCRIPT[step](origin)
}

const CURL = {
  key: SETTINGS,
  charge: () => `curl -s $TRILHO_URL/v1/charges \\
  ${AS_JSON} \\
  -H 'Idempotency-Key: order-1001' \\
  -d '{
    "amount": 1990,
    "paymentMethod": "PIX",
    "orderId": "1001",
    "customer": {
      "name": "${CUSTOMER.name}",
      "email": "${CUSTOMER.email}",
      "document": "${CUSTOMER.document}",
      "phone": "${CUSTOMER.phone}"
    }
  }' | tee charge.json`,
  pay: () => `ID=$(sed 's/{"id":"\\([^"]*\\)".*/\\1/' charge.json)

curl -s $TRILHO_URL/v1/charges/$ID/simulate \\
  ${AS_JSON} \\
  -d '{ "action": "pay" }' > /dev/null

until curl -s $TRILHO_URL/v1/charges/$ID \\
  -H "Authorization: Bearer $TRILHO_API_KEY" | grep -o '"status":"APPROVED"'
do sleep 1; done`,
  told: (origin: string) => `curl -s $TRILHO_URL/v1/webhook-endpoints \\
  ${AS_JSON} \\
  -d '{ "url": "${hookFor(origin)}", "events": ["charge.approved"] }'`,
} as const satisfies Record<Step, (origin: string) => string>

const TYPESCRIPT = {
  key: (origin: string) => `npm init --yes && npm pkg set type=module
npm install ./trilho-sdk-0.1.0.tgz

${SETTINGS(origin)}`,
  charge: () => `import { Trilho } from '@trilho/sdk'

const trilho = new Trilho({
  apiKey: process.env.TRILHO_API_KEY ?? '',
  baseUrl: process.env.TRILHO_URL ?? '',
})

const charge = await trilho.charges.create(
  {
    amount: 1990,
    paymentMethod: 'PIX',
    orderId: '1001',
    customer: {
      name: '${CUSTOMER.name}',
      email: '${CUSTOMER.email}',
      document: '${CUSTOMER.document}',
      phone: '${CUSTOMER.phone}',
    },
  },
  { idempotencyKey: 'order-1001' },
)
console.log(charge.id, charge.status, charge.pixCode)`,
  pay: () => `await trilho.charges.simulate(charge.id, { action: 'pay' })

let now = charge
while (now.paidAt === null) {
  await new Promise((resolve) => setTimeout(resolve, 500))
  now = await trilho.charges.get(charge.id)
}
console.log(now.status)`,
  told: (origin: string) => `const endpoint = await trilho.webhookEndpoints.create({
  url: '${hookFor(origin)}',
  events: ['charge.approved'],
})
console.log(endpoint.secret)`,
} as const satisfies Record<Step, (origin: string) => string>

/** What the answers look like; they hold more. A program prints what it was told to. */
export const ANSWERS = {
  curl: {
    charge: `{
  "id": "…",
  "status": "PENDING",
  "livemode": false,
  "amount": 1990,
  "currency": "BRL",
  "pixCode": "000201…",
  "payUrl": "…/pay/…"
}`,
    pay: '"status":"APPROVED"',
    told: `{
  "id": "01…",
  "events": ["charge.approved"],
  "enabled": true,
  "secret": "whsec_…"
}`,
  },
  typescript: { charge: '… PENDING 000201…', pay: 'APPROVED', told: 'whsec_…' },
} as const satisfies Record<Way, Partial<Record<Step, string>>>

/** Runs as `TRILHO_WEBHOOK_SECRET=whsec_... node webhooks.ts`. */
export const VERIFY = `import { createServer } from 'node:http'
import { verifyWebhook } from '@trilho/sdk'

const secret = process.env.TRILHO_WEBHOOK_SECRET
if (!secret) throw new Error('TRILHO_WEBHOOK_SECRET is not set')

createServer(async (request, response) => {
  const body: Buffer[] = []
  for await (const chunk of request) body.push(chunk)
  const event = await verifyWebhook(request.headers, Buffer.concat(body), secret)
    .catch(() => undefined)
  response.writeHead(event ? 204 : 400).end()
  if (event?.type === 'charge.approved') console.log('paid', event.data.id)
}).listen(8080)`
