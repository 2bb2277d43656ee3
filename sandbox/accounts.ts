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
  /** `{certificate}` and `{certificateKey}` stand for the client certificate that the sandbox has made. */
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

/** The accounts with their addresses on a running sandbox, and with its client certificate where their keys hold one. */
export function sandboxAccounts(
  accounts: readonly DemoAccount[],
  sandbox: { url: string; tlsUrl: string },
  client: { certificate: string; certificateKey: string },
): readonly SandboxAccount[] {
  const filled = (keys: string) =>
    keys
      .replace('{certificate}', Buffer.from(client.certificate).toString('base64'))
      .replace('{certificateKey}', Buffer.from(client.certificateKey).toString('base64'))
  return accounts.map(({ transport, path, furtherPaths = [], publicKey, secretKey, ...account }) => ({
    ...account,
    publicKey: publicKey === null ? null : filled(publicKey),
    secretKey: filled(secretKey),
    baseUrl: [path, ...furtherPaths]
      .map((start) => (transport === 'mtls' ? sandbox.tlsUrl : sandbox.url) + start)
      .join('|'),
  }))
}
