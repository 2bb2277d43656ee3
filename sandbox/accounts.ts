/** Credentials that a fake provider accepts: invented, worthless anywhere else, the same on every machine. */

export interface DemoAccount {
  /** The provider's code, as in the specification. */
  readonly provider: string
  /** 'mtls' providers live on the port that demands a client certificate. */
  readonly transport: 'http' | 'mtls'
  /** Where the provider's API begins on its port. */
  readonly path: string
  /** Where its further hosts begin, in the order in which a base URL packs them. */
  readonly furtherPaths?: readonly string[]
  readonly publicKey: string | null
  readonly secretKey: string
  readonly webhookSecret: string | null
}

/** The demo credentials as a provider account is filled in: what seeding scripts and tests store. */
export interface SandboxAccount {
  readonly provider: string
  readonly publicKey: string | null
  readonly secretKey: string
  readonly webhookSecret: string | null
  readonly baseUrl: string
}

/** The accounts with their addresses on a running sandbox. */
export function sandboxAccounts(
  accounts: readonly DemoAccount[],
  sandbox: { url: string; tlsUrl: string },
): readonly SandboxAccount[] {
  return accounts.map(({ transport, path, furtherPaths = [], ...credentials }) => ({
    ...credentials,
    baseUrl: [path, ...furtherPaths]
      .map((start) => (transport === 'mtls' ? sandbox.tlsUrl : sandbox.url) + start)
      .join('|'),
  }))
}
