import { jsonClient } from './http.ts'
import type { Stack } from './stack.ts'

/** As a seller's server has one; the installation's own admin key is looked up in another way. */
export async function newApiKey({ apiUrl, adminApiKey }: Pick<Stack, 'apiUrl' | 'adminApiKey'>): Promise<string> {
  const http = jsonClient()
  const headers = { authorization: `Bearer ${adminApiKey}` }
  const { key } = await http.post<{ key: string }>(`${apiUrl}/v1/api-keys`, { name: 'bench', role: 'seller' }, headers)
  http.close()
  return key
}
