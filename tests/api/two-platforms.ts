/** An administrator who founded another platform besides home, and what is done there. */
import { tokenIn } from './mailed-links.ts'
import { browserOf, newFounder, type Signed } from './signing-in.ts'
import { startTestApi, type TestApi } from './support.ts'

export interface TwoPlatforms {
  api: TestApi
  founder: Signed
  /** The other platform's id. */
  shop: string
  asFounder: ReturnType<typeof browserOf>
  /** Of the newest link that the other platform has mailed to them. */
  tokenOf(person: Signed): Promise<string>
}

export async function startTwoPlatforms(): Promise<TwoPlatforms> {
  const api = await startTestApi({
    limits: { signInsPerMinute: 10_000, failuresPerMinute: 10_000 },
    settings: { sandboxUrl: 'http://127.0.0.1:9' },
  })
  const founder = await newFounder(api)
  const asFounder = browserOf(api, founder.cookie)
  const founded = await asFounder('POST', '/v1/platforms', { name: 'The other shop' })
  if (founded.statusCode !== 201) throw new Error(`Founding: ${founded.body}`)
  const shop: string = founded.json().id
  const tokenOf = ({ email }: Signed) => tokenIn(api, email, (path) => asFounder('GET', `/p/${shop}${path}`))
  return { api, founder, shop, asFounder, tokenOf }
}
