/** Accounts at providers, as administrators connect and change them, and the secrets that are kept of them. */
import { eq } from 'drizzle-orm'
import { openSecretsOf } from '../../api/account/secrets.ts'
import { providerAccounts } from '../../db/schema/index.ts'
import type { TestApi } from './support.ts'

/** @param apiOf read at each call: the API is started after the file has been read. */
export function connectingTo(apiOf: () => TestApi) {
  const admin = () => apiOf().home.keys.admin
  const path = (id = '') => `/v1/provider-accounts${id && `/${id}`}`
  const connect = (payload: object) => apiOf().call(admin(), 'POST', path(), { payload })
  const change = (id: string, payload: object) => apiOf().call(admin(), 'PATCH', path(id), { payload })
  const secretsOf = async (id: string) => {
    const { database, settings } = apiOf()
    const [row] = await database.writer.select().from(providerAccounts).where(eq(providerAccounts.id, id))
    if (!row) throw new Error('No such account')
    return openSecretsOf(settings, row)
  }
  return { admin, path, connect, change, secretsOf }
}
