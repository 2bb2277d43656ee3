/** Who asks for a sub-account: as `POST /v1/receivers` takes it, and as its row holds it. */
export const RECEIVER = {
  name: 'Ana Souza',
  document: '529.982.247-25',
  documentType: 'CPF',
  email: 'ana@example.com',
  address: {
    street: 'Av. Paulista',
    number: '1000',
    zipcode: '01310-100',
    city: 'São Paulo',
    district: 'Bela Vista',
    state: 'SP',
  },
  bankAccount: {
    bankCode: '341',
    branchNumber: '1234',
    accountNumber: '56789',
    accountDigit: '0',
    accountType: 'CHECKING',
  },
} as const

export const COMPANY = { document: '11.222.333/0001-81', documentType: 'CNPJ' } as const

const PERSON_DATA = {
  mobilePhone: '11987654321',
  birthDate: '1980-03-25',
  incomeValue: 5000,
  professionalOccupation: 'Luthier',
} as const

/** Every answer that a provider asks for beyond the request's own fields, of an individual and of a company. */
export const PROVIDER_DATA = {
  ...PERSON_DATA,
  tradingName: 'Ateliê da Bia',
  annualRevenue: 250_000,
  managingPartners: [{ ...PERSON_DATA, name: 'Bia Lima', email: 'bia@example.com', document: '11144477735' }],
} as const

export const RECEIVER_ROW = {
  ...RECEIVER,
  document: '52998224725',
  address: { ...RECEIVER.address, zipcode: '01310100' },
} as const
