/** What every operation of one provider starts from: a wire to its hosts, the credentials' parts, the attempt's time and derived values. */
import type { TSchema } from 'typebox'
import { defined } from '../../domain/defined.ts'
import type { Access, Auth, Context, CredentialPart, Credentials, Idempotency } from '../contract.ts'
import type { AuthSpec } from './auth.ts'
import type { CredentialsOf } from './credentials.ts'
import { deriveFrom } from './derived.ts'
import type { Call } from './errors.ts'
import { handedOver } from './platform-settings.ts'
import { redactor } from './redact.ts'
import type { Flow, ProviderSpec } from './spec.ts'
import { createWire } from './wire.ts'

/** What makes the operation's money request recognisable when it is sent again. */
export interface Key {
  readonly idempotency: Idempotency
  /** Our reference. */
  readonly reference: string
}

export type StartFlow<C, Amount> = (context: Context, operation: Call, key?: Key) => Flow<C, Amount>

export function flowStarter<
  Parts extends readonly CredentialPart[],
  Amount extends number | string,
  Webhook extends TSchema,
>(spec: ProviderSpec<Parts, Amount, Webhook>): StartFlow<CredentialsOf<Parts>, Amount> {
  return (context, operation, key) => {
    const wire = createWire({
      ...addressesOf(spec, context.baseUrl),
      headers: spec.headers ?? {},
      moneyHeaders: key?.idempotency.type === 'header' ? { [key.idempotency.name]: key.reference } : {},
      errors: spec.errors,
      operation,
      now: context.now,
      redact: redactor(spec.credentials, context.credentials),
    })
    return {
      wire,
      // The driver's credentials come from this spec's parseCredentials, so they have this spec's parts.
      credentials: context.credentials as CredentialsOf<Parts>,
      amounts: spec.amounts,
      now: context.now,
      derived: deriveFrom(context.entropy),
      platform: handedOver(spec, context.platform),
      receiverToken: context.receiverToken,
    }
  }
}

/** An account's base URL replaces the default hosts by place; a part that it lacks is its first one. */
function addressesOf(
  spec: { readonly host: string; readonly hosts?: Readonly<Record<string, { readonly url: string }>> },
  baseUrl: string | undefined,
) {
  const [main, ...further] = baseUrl?.split('|') ?? []
  const hosts = Object.entries(spec.hosts ?? {}).map(([name, { url }], index) => [name, further[index] ?? main ?? url])
  return { baseUrl: main ?? spec.host, hosts: Object.fromEntries(hosts) as Record<string, string> }
}

/** Of the provider's own host, and of each further one that differs. */
export function accessesOf<Parts extends readonly CredentialPart[], Amount, Webhook extends TSchema>(
  spec: ProviderSpec<Parts, Amount, Webhook>,
  startFlow: StartFlow<CredentialsOf<Parts>, Amount>,
): Access & { hosts: Readonly<Record<string, Access>> } {
  const own = toAuth(spec.auth, startFlow)
  const { certificateMissing } = spec
  const access = (host: Partial<Pick<typeof spec, 'auth' | 'clientCertificate'>>): Access => {
    const clientCertificate = host.clientCertificate ?? spec.clientCertificate
    const auth = host.auth && host.auth !== spec.auth ? toAuth(host.auth, startFlow) : own
    return {
      auth,
      ...defined({ clientCertificate, certificateMissing }),
    }
  }
  const hosts = Object.entries(spec.hosts ?? {}).map(([name, host]) => [name, access(host)])
  return { ...access(spec), hosts: Object.fromEntries(hosts) as Record<string, Access> }
}

function toAuth<C, Amount>(auth: AuthSpec<C>, startFlow: StartFlow<C, Amount>): Auth {
  if (auth.type === 'headers') {
    const { headers, query } = auth
    return {
      type: 'headers',
      headers: (credentials) => headers(credentials as C),
      ...defined({ query: query && ((credentials: Credentials) => query(credentials as C)) }),
    }
  }
  return {
    type: 'token',
    earlySeconds: auth.earlySeconds,
    fetch: (context) => auth.fetch(startFlow(context, 'authenticate')),
    headers: (token, credentials) => auth.headers(token, credentials as C),
  }
}
