/** The demo credentials that each fake provider accepts: invented, worthless anywhere else, the same on every machine. */

export interface DemoAccount {
  /** The provider's code, as in the specification. */
  readonly provider: string
  /** 'mtls' providers live on the port that demands a client certificate. */
  readonly transport: 'http' | 'mtls'
  /** Where the provider's API begins on its port. */
  readonly path: string
  readonly publicKey: string | null
  readonly secretKey: string
  readonly webhookSecret: string | null
}

export const DEMO_ACCOUNTS = {
  ASAAS: {
    provider: 'ASAAS',
    transport: 'http',
    path: '/asaas/v3',
    publicKey: null,
    secretKey: '$aact_hmlg_trilho-demo-asaas',
    webhookSecret: 'trilho-demo-asaas-webhook-token',
  },
  MERCADOPAGO: {
    provider: 'MERCADOPAGO',
    transport: 'http',
    path: '/mercadopago',
    publicKey: null,
    secretKey: 'TEST-trilho-demo-mercadopago',
    webhookSecret: 'trilho-demo-mercadopago-signature-secret',
  },
  PAGUESAFE: {
    provider: 'PAGUESAFE',
    transport: 'http',
    path: '/paguesafe/v1',
    publicKey: null,
    secretKey: 'sk_test_trilho-demo-paguesafe',
    webhookSecret: null,
  },
  TREEAL: {
    provider: 'TREEAL',
    transport: 'mtls',
    path: '/treeal',
    publicKey: 'trilho-demo-treeal-client|7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
    secretKey: 'trilho-demo-treeal-client-secret',
    webhookSecret: 'trilho-demo-treeal-webhook-header',
  },
  ZENDRY: {
    provider: 'ZENDRY',
    transport: 'http',
    path: '/zendry',
    publicKey: 'trilho-demo-zendry-client',
    secretKey: 'trilho-demo-zendry-client-secret',
    webhookSecret: 'trilho-demo-zendry-md5-secret',
  },
} as const satisfies Record<string, DemoAccount>

/** The demo credentials as a provider account is filled in: what seeding scripts and tests store. */
export interface SandboxAccount {
  readonly provider: string
  readonly publicKey: string | null
  readonly secretKey: string
  readonly webhookSecret: string | null
  readonly baseUrl: string
}

/** Every demo account, with its address on a running sandbox. */
export function sandboxAccounts(sandbox: { url: string; tlsUrl: string }): readonly SandboxAccount[] {
  return Object.values<DemoAccount>(DEMO_ACCOUNTS).map(({ transport, path, ...credentials }) => ({
    ...credentials,
    baseUrl: (transport === 'mtls' ? sandbox.tlsUrl : sandbox.url) + path,
  }))
}
