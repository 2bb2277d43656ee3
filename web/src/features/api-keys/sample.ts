import type { CreatedApiKey } from '../../api/contract.ts'

/** A request that can be pasted into a terminal. With a live key it only reads, so that trying a key makes no real charge. */
export function sampleOf({ key, mode }: Pick<CreatedApiKey, 'key' | 'mode'>, origin: string): string {
  const bearer = `-H "Authorization: Bearer ${key}"`
  if (mode === 'live') return `curl ${origin}/v1/me ${bearer}`
  return `curl ${origin}/v1/charges \\
  ${bearer} \\
  -H "Idempotency-Key: $(date +%s)" \\
  -H "Content-Type: application/json" \\
  -d '${JSON.stringify(SALE)}'`
}

const SALE = {
  amount: 1990,
  paymentMethod: 'PIX',
  customer: { name: 'Bia Compradora', email: 'bia@example.com', document: '52998224725', phone: '11987654321' },
}
