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
    registration: 'mobile phone, date of birth, income and profession; of companies, annual revenue and partners',
  },
  platform: 'Settings of the platform that it uses:',
  setting: {
    certCashInUrl: 'without it, no request reaches the provider',
    certCashOutUrl: 'without it, no withdrawal',
    privateKey: 'signs withdrawals',
    defaultReceiverId: 'used for withdrawals or to read the balance, depending on the provider',
  },
  isSet: 'There',
  isMissing: 'Missing',
  toSettings: 'Open the settings of the platform',
}
