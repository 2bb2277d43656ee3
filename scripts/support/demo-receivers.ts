/** Who shares in what the demo shop sells, with what PAGARME registers of them. */

const RENATA = {
  mobilePhone: '11987654321',
  birthDate: '1988-05-14',
  incomeValue: 8000,
  professionalOccupation: 'Fotógrafa',
} as const

export const RECEIVERS = [
  {
    name: 'Renata Alves Fotografia',
    document: '27184093631',
    documentType: 'CPF',
    mailbox: 'renata.alves',
    daysAgo: 44,
    providerData: RENATA,
  },
  {
    name: 'Estúdio Norte Produções',
    document: '11444777000161',
    documentType: 'CNPJ',
    mailbox: 'contato.estudionorte',
    daysAgo: 19,
    providerData: {
      mobilePhone: '11912345678',
      tradingName: 'Estúdio Norte',
      annualRevenue: 480_000,
      managingPartners: [{ ...RENATA, name: 'Renata Alves', email: 'renata@exemplo.com.br', document: '27184093631' }],
    },
  },
] as const
