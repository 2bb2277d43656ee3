import type { requirements as portuguese } from '../pt-BR/requirements.ts'

export const requirements: typeof portuguese = {
  title: 'What it asks beyond the usual',
  nothing: 'Nothing that not every charge has.',
  field: {
    customer: { phone: "customer's phone" },
    customerIp: "customer's IP address",
    address: {
      zipCode: 'postal code',
      address: 'street',
      number: 'number',
      district: 'district',
      city: 'city',
      state: 'state',
    },
  },
  receivers: 'Receivers: {{what}}',
  receiver: {
    cnpj: 'companies only, with a CNPJ',
    income: 'monthly income',
    documents: 'all documents, scanned',
  },
  platform: 'Of the settings of the platform:',
  setting: {
    certCashInUrl: 'without it, no request reaches the provider',
    certCashOutUrl: 'without it, no withdrawal',
    privateKey: 'signs withdrawals',
    defaultReceiverId: 'withdrawals are made in its name, or its balance is that of the account',
  },
  isSet: 'Set',
  isMissing: 'Missing',
  toSettings: 'Open the settings of the platform',
}
